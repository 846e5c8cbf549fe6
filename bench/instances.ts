import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findPostgres, query, startPostgres } from '#testing/postgres-server.ts';
import { spawnProduct } from '#testing/product.ts';
import { sendClaims } from '#testing/send-claims.ts';
import { load } from './measure.ts';

/**
 * node bench/instances.ts [--seconds=5] [--senders=50]: claims a second, connections to the database and the slowest hundredth, on one instance
 * with SQLite and on one, two and four with PostgreSQL, each commit on the disk. Everything is on this machine, the senders too.
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '5' }, senders: { type: 'string', default: '50' } },
});
const binaries = findPostgres();
const folder = mkdtempSync(join(tmpdir(), 'kerbside-instances-'));
const cluster = binaries ? await startPostgres(binaries, { durable: true }) : null;
console.log(`${cpus().length} × ${cpus()[0]?.model}, load ${load()}, ${values.senders} senders on the same machine`);
console.log('| instances | claims a second | p50 | p99 | connections |');
await measure(1, null);
if (cluster) for (const count of [1, 2, 4]) await measure(count, await cluster.createDatabase());
await cluster?.stop();
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
process.exit();

async function measure(count: number, databaseUrl: string | null) {
  const settings = { AUTH_SECRET: 'shared'.repeat(8), LOG_LEVEL: 'error', ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const products = await Promise.all(
    Array.from({ length: count }, () => spawnProduct({ ...settings, DATA_DIR: mkdtempSync(join(folder, 'instance-')) })),
  );
  await Promise.all(products.map(({ ready }) => ready));
  const send = (forMs: number) =>
    Promise.all(products.map(({ url }) => sendClaims(url, { senders: Math.round(Number(values.senders) / count), forMs })));
  await send(1_000);
  let connections = 0;
  const look = async () => {
    await pause((Number(values.seconds) * 1_000) / 2);
    const held = "select 1 from pg_stat_activity where datname = current_database() and backend_type = 'client backend'";
    if (databaseUrl) connections = (await query(databaseUrl, held)).length - 1;
  };
  const [sendings] = await Promise.all([send(Number(values.seconds) * 1_000), look()]);
  for (const product of products) await product.end('SIGKILL');
  const sum = sendings.reduce((total, { perSecond }) => total + perSecond, 0);
  const slowest = (of: 'p50' | 'p99') => Math.max(...sendings.map((sending) => sending[of]));
  const failed = sendings.reduce((total, sending) => total + sending.failed, 0);
  const what = `${count}, ${databaseUrl ? 'PostgreSQL' : 'SQLite'}${failed > 0 ? `, ${failed} failed` : ''}`;
  console.log(`| ${what} | ${sum} | ${slowest('p50')} ms | ${slowest('p99')} ms | ${databaseUrl ? connections : '–'} |`);
}
