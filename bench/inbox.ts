import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { createAudit } from '#server/audit/audit.ts';
import type { Staff } from '#server/auth/staff.ts';
import { migrate } from '#server/database/migrate.ts';
import { type Database, openDatabase } from '#server/database/open.ts';
import { type Desk, openDesk } from '#server/desk/desk.ts';
import type { InboxFilter } from '#server/desk/inbox.ts';
import { pageKey } from '#server/desk/list/page-key.ts';
import { createLog } from '#server/ops/log.ts';
import { addManySubmissions } from '#testing/many-submissions.ts';
import { findPostgres, startPostgres } from '#testing/postgres.ts';

/**
 * npm run bench:inbox: pages of the inbox with a thousand, ten thousand and a hundred thousand submissions (--million: a million
 * too), on SQLite and, where it is installed, PostgreSQL. Prints the median and the 99th percentile in milliseconds, the longest
 * that anybody else had to wait for it, and how much slower the largest store is than the smallest.
 */
const { values: options } = parseArgs({ options: { million: { type: 'boolean', default: false } } });
const sizes = [1_000, 10_000, 100_000, ...(options.million ? [1_000_000] : [])];
const rounds = 60;

const now = Date.UTC(2026, 10, 21, 10);
const year = 365 * 24 * 3_600_000;
const olu: Staff = { id: 'olu', name: 'Olu Adeyemi', email: 'olu@kerbside.example', role: 'handler' };

const pages: Record<string, { filter: InboxFilter; page?: string }> = {
  newest: { filter: {} },
  'newest, one and a half years deep': { filter: {}, page: pageKey({ key: now - 1.5 * year, id: '' }, false) },
  due: { filter: { sort: 'due' } },
  overdue: { filter: { due: 'overdue' } },
  new: { filter: { status: 'new' } },
  closed: { filter: { status: 'closed' } },
  quarantine: { filter: { status: 'quarantine' } },
  'one form': { filter: { form: 'Partners Inquiry' } },
  'one form, contacted': { filter: { form: 'Partners Inquiry', status: 'contacted' } },
  mine: { filter: { assigned: 'me' } },
  "nobody's, new": { filter: { assigned: 'nobody', status: 'new' } },
  'mail waiting': { filter: { mail: 'waiting' } },
  'a week of last year': { filter: { from: now - year, until: now - year + 7 * 24 * 3_600_000 } },
  'search, rare name': { filter: { search: 'featherstonehaugh' } },
  'search, common name': { filter: { search: 'khan' } },
  'search, two common names': { filter: { search: 'mohammed khan' } },
  'search, phone': { filter: { search: '07700 900123' } },
  'search, common and closed': { filter: { search: 'smith', status: 'closed' } },
};

type Figure = { p50: number; p99: number; stall: number };

console.log(
  `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, ${rounds} rounds each, milliseconds\n`,
);
await measureSqlite();
await measurePostgres();

async function measureSqlite(): Promise<void> {
  const found: Map<string, Figure>[] = [];
  for (const count of sizes) {
    const dataDir = mkdtempSync(join(tmpdir(), 'kerbside-bench-'));
    const database = openDatabase({ dataDir, databaseUrl: null });
    found.push(await measure(database, count));
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
  print('SQLite', found);
}

async function measurePostgres(): Promise<void> {
  const binaries = findPostgres();
  if (!binaries) return;
  const cluster = await startPostgres(binaries);
  const found: Map<string, Figure>[] = [];
  for (const count of sizes) {
    const database = openDatabase({ dataDir: '', databaseUrl: await cluster.createDatabase() }, { patient: true });
    found.push(await measure(database, count));
    await database.close();
  }
  await cluster.stop();
  print('PostgreSQL', found);
}

async function measure(database: Database, count: number): Promise<Map<string, Figure>> {
  await migrate(database);
  await addManySubmissions(database, { count, now, staffIds: ['olu', 'priya', 'grace'] });
  const desk = openDesk({
    ...{ database, audit: createAudit({ database, now: () => now }), log: createLog({ level: 'error', write: () => {} }) },
    ...{ now: () => now, wakeOutbox: () => {}, owners: async () => [], mailFolder: null, secret: 'bench' },
  });
  const figures = new Map<string, Figure>();
  for (const [name, { filter, page }] of Object.entries(pages)) figures.set(name, await measurePage(desk, filter, page));
  await desk.stop();
  return figures;
}

async function measurePage(desk: Desk, filter: InboxFilter, page: string | undefined): Promise<Figure> {
  const times: number[] = [];
  // The first look is put on record, and fills caches.
  await desk.inbox(olu, filter, page);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await desk.inbox(olu, filter, page);
    times.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  delay.disable();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { p50: at(0.5), p99: at(0.99), stall: delay.percentile(50) / 1e6 };
}

function print(engine: string, found: Map<string, Figure>[]): void {
  const cells = (values: string[]) => values.map((value) => value.padStart(20)).join('');
  console.log(`${engine.padEnd(36)}${cells([...sizes.map((size) => size.toLocaleString('en-GB')), 'largest : smallest'])}`);
  for (const name of Object.keys(pages)) {
    const figures = found.flatMap((size) => size.get(name) ?? []);
    const texts = figures.map(({ p50, p99, stall }) => `${p50.toFixed(1)} / ${p99.toFixed(1)} (${stall.toFixed(0)})`);
    const ratio = (figures.at(-1)?.p50 ?? 0) / (figures[0]?.p50 ?? 1);
    console.log(`${name.padEnd(36)}${cells([...texts, ratio.toFixed(1)])}`);
  }
  console.log('');
}
