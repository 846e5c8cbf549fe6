import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { databaseFileName } from '#server/core/database/sqlite.ts';
import { crash } from '#testing/crash.ts';
import { findPostgres, startPostgres } from '#testing/postgres-server.ts';
import { storeReader } from '#testing/read-store.ts';

/**
 * node bench/crash-runs.ts: kills the built product three hundred times under twenty concurrent senders, with a real mail server and a
 * second process that writes to the same SQLite file, and prints what became of everything. With --postgres: three instances on one
 * database, and no second writer. Exit code 1 when anything was lost or anybody refused.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '300' },
    senders: { type: 'string', default: '20' },
    postgres: { type: 'boolean', default: false },
  },
});

const dataDir = mkdtempSync(join(tmpdir(), 'kerbside-crash-'));
const binaries = values.postgres ? findPostgres() : null;
if (values.postgres && !binaries) process.exit(1);
const cluster = binaries ? await startPostgres(binaries, { durable: true }) : null;
const databaseUrl = cluster ? await cluster.createDatabase() : null;

const began = Date.now();
const counts = await crash({
  kills: Number(values.kills),
  senders: Number(values.senders),
  env: { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
  instances: databaseUrl ? 3 : 1,
  besideWriterOf: databaseUrl ? null : join(dataDir, databaseFileName),
  ...storeReader({ dataDir, databaseUrl }),
  // On PostgreSQL the leases of a killed instance have to expire first.
  limitMs: 300_000,
  onKill: (kills) => kills % 10 === 0 && console.log(`${kills} kills, ${Math.round((Date.now() - began) / 1_000)} s`),
});
console.log(`\n${databaseUrl ? 'PostgreSQL, three instances' : 'SQLite with a second writer'}, ${values.senders} senders`);
for (const [name, count] of Object.entries(counts)) console.log(`${name.padEnd(18)} ${count}`);

await cluster?.stop();
rmSync(dataDir, { recursive: true, force: true });
process.exit(counts.lost + counts.refused + counts.wrong + counts.withoutEmail + counts.otherMessageIds > 0 ? 1 : 0);
