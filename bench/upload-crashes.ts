import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { crashWhileUploading } from '#testing/evidence-crash.ts';
import { findPostgres, startPostgres } from '#testing/postgres-server.ts';
import { startS3 } from '#testing/s3.ts';

/**
 * node bench/upload-crashes.ts [--kills=300] [--uploaders=8] [--s3] [--postgres]: kills the built product while files are uploaded to
 * it, and prints what became of them. Exit code 1 when one that was acknowledged is lost or changed, one cannot go on, or anything
 * else is left. Files are kept in a folder and rows in SQLite, if not in an S3 server of its own or a PostgreSQL.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '300' },
    uploaders: { type: 'string', default: '8' },
    s3: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
  },
});

const binaries = values.postgres ? findPostgres() : null;
if (values.postgres && !binaries) process.exit(1);
const cluster = binaries ? await startPostgres(binaries, { durable: true }) : null;
const s3 = values.s3 ? await startS3() : null;
const dataDir = mkdtempSync(join(tmpdir(), 'kerbside-evidence-crash-'));
const began = Date.now();
const counts = await crashWhileUploading({
  kills: Number(values.kills),
  uploaders: Number(values.uploaders),
  dataDir,
  databaseUrl: cluster ? await cluster.createDatabase() : null,
  s3,
  onKill: (kills) => kills % 10 === 0 && console.log(`${kills} kills, ${Math.round((Date.now() - began) / 1_000)} s`),
});
for (const [name, count] of Object.entries(counts)) console.log(`${name.padEnd(18)} ${count}`);
await s3?.stop();
await cluster?.stop();
rmSync(dataDir, { recursive: true, force: true });
process.exit(counts.lost + counts.changed + counts.stuck + counts.strays > 0 ? 1 : 0);
