import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { databaseFileName } from '#server/core/database/sqlite.ts';
import { crash } from '#testing/crash.ts';
import { crashWhileUploading } from '#testing/evidence-crash.ts';
import { findDovecot, startImapServer } from '#testing/imap-server.ts';
import { crashWhileReading } from '#testing/mailbox-crash.ts';
import { findPostgres, startPostgres } from '#testing/postgres-server.ts';
import { storeReader } from '#testing/read-store.ts';
import { startS3 } from '#testing/s3.ts';
import { load, printRows } from './measure.ts';

/**
 * node bench/crashes.ts claims|uploads|mailbox [--kills=N] [--postgres] [--s3] [--emails=1000]: kills the built product again and again under
 * load, and prints what became of everything. Exit code 1 when anything that was acknowledged is lost, changed or there twice, or anybody
 * was refused.
 *
 * claims: twenty senders, a real mail server, and a second process that writes to the same SQLite file; with --postgres three instances on
 * one database and no second writer. uploads: eight people upload files, to a folder or with --s3 to an S3 server. mailbox: the product and
 * Dovecot are killed in turn while emails arrive.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string' },
    postgres: { type: 'boolean', default: false },
    s3: { type: 'boolean', default: false },
    emails: { type: 'string', default: '1000' },
  },
});

const dataDir = mkdtempSync(join(tmpdir(), 'kerbside-crashes-'));
const binaries = values.postgres ? findPostgres() : null;
if (values.postgres && !binaries) throw new Error('There is no PostgreSQL on this machine.');
const cluster = binaries ? await startPostgres(binaries, { durable: true }) : null;
const databaseUrl = cluster ? await cluster.createDatabase() : null;
const began = Date.now();
const seconds = () => Math.round((Date.now() - began) / 1_000);
const onKill = (kills: number) => kills % 10 === 0 && console.log(`${kills} kills, ${seconds()} s`);
const killsOr = (usual: number) => Number(values.kills ?? usual);

/** Each returns what it counted, and how much of that must not be. */
const kinds: Record<string, () => Promise<{ counts: Record<string, number>; bad: number }>> = {
  claims: async () => {
    const counts = await crash({
      kills: killsOr(300),
      senders: 20,
      env: { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
      instances: databaseUrl ? 3 : 1,
      besideWriterOf: databaseUrl ? null : join(dataDir, databaseFileName),
      ...storeReader({ dataDir, databaseUrl }),
      // On PostgreSQL the leases of a killed instance have to expire first.
      limitMs: 300_000,
      onKill,
    });
    return { counts, bad: counts.lost + counts.refused + counts.wrong + counts.withoutEmail + counts.otherMessageIds };
  },
  uploads: async () => {
    const s3 = values.s3 ? await startS3() : null;
    const counts = await crashWhileUploading({ kills: killsOr(300), uploaders: 8, dataDir, databaseUrl, s3, onKill });
    await s3?.stop();
    return { counts, bad: counts.lost + counts.changed + counts.stuck + counts.strays };
  },
  mailbox: async () => {
    const dovecot = findDovecot();
    if (!dovecot) throw new Error('There is no Dovecot on this machine.');
    const server = await startImapServer(dovecot);
    const counts = await crashWhileReading({ kills: killsOr(100), emails: Number(values.emails), dataDir, server, onKill });
    await server.stop();
    return { counts, bad: counts.lost + counts.twice };
  },
};

const measure = kinds[positionals[0] ?? ''];
if (!measure) throw new Error(`Name one of ${Object.keys(kinds).join(', ')}.`);
const { counts, bad } = await measure();
printRows({ ...counts, 'load average': load() });
await cluster?.stop();
rmSync(dataDir, { recursive: true, force: true });
process.exit(bad > 0 ? 1 : 0);
