import { pageKey } from '#server/claims/inbox/inbox.ts';
import { readCounts } from '#server/claims/inbox/inbox-counts.ts';
import type { InboxFilter } from '#server/claims/inbox/inbox-query.ts';
import { fillNextSteps } from '#server/claims/queue/fill-next-steps.ts';
import type { Database } from '#server/core/database/database.ts';
import { migrate } from '#server/core/database/open.ts';
import { addManySubmissions } from '#testing/fixtures/many-submissions.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import type { Line } from './bench-result.ts';
import { type Figure, onBothEngines, openBenchDesk, timesOf } from './open-bench-desk.ts';

const sizes = [1_000, 10_000, 100_000];

const now = Date.UTC(2026, 10, 21, 10);
const year = 365 * 24 * 3_600_000;

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
  'mail waiting': { filter: { email: 'waiting' } },
  'a week of last year': { filter: { from: now - year, until: now - year + 7 * 24 * 3_600_000 } },
  'search, rare name': { filter: { search: 'featherstonehaugh' } },
  'search, common name': { filter: { search: 'khan' } },
  'search, two common names': { filter: { search: 'mohammed khan' } },
  'search, phone': { filter: { search: '07700 900123' } },
  'search, common and closed': { filter: { search: 'smith', status: 'closed' } },
};

/**
 * Measures pages of the inbox, the queue and the counts with a thousand, ten thousand and a hundred thousand submissions, on SQLite and, where it is installed,
 * PostgreSQL: medians in milliseconds, and how much slower the largest store is than the smallest.
 */
export async function inbox(folder: string): Promise<Line[]> {
  return inboxOf(folder, sizes);
}

/** The same with a million submissions, of which seeding alone takes minutes. */
export async function inboxOfAMillion(folder: string): Promise<Line[]> {
  return inboxOf(folder, [...sizes, 1_000_000]);
}

async function inboxOf(folder: string, counts: number[]): Promise<Line[]> {
  const lines: Line[] = [];
  await onBothEngines(folder, async (engine, open) => {
    const found: Map<string, Figure>[] = [];
    for (const count of counts) {
      const database = await open(String(count));
      found.push(await measure(database, count, folder));
      await database.close();
    }
    lines.push(...linesOf(engine, counts, found));
  });
  return lines;
}

async function measure(database: Database, count: number, folder: string): Promise<Map<string, Figure>> {
  await migrate(database);
  await addManySubmissions(database, { count, now, staffIds: ['olu', 'priya', 'grace'] });
  const desk = await openBenchDesk(database, { folder, now });
  const figures = new Map<string, Figure>();
  for (const [name, { filter, page }] of Object.entries(pages))
    figures.set(name, await timesOf(() => desk.inbox(olu, filter, page)));
  await fillNextSteps(desk.app);
  figures.set('queue', await timesOf(() => desk.queue(olu, { own: false })));
  figures.set('queue, own', await timesOf(() => desk.queue(olu, { own: true })));
  figures.set('counts', await timesOf(() => readCounts(desk.app, now)));
  await desk.close();
  return figures;
}

function linesOf(engine: string, counts: number[], found: Map<string, Figure>[]): Line[] {
  return [...(found[0]?.keys() ?? [])].map((name) => {
    const figures = found.flatMap((size) => size.get(name) ?? []);
    const medians = figures.map(({ p50 }) => p50.toFixed(1)).join(' / ');
    const { p99 = 0 } = figures.at(-1) ?? {};
    return {
      what: `${engine}: ${name}`,
      found: `${medians} ms with ${counts.map((count) => count.toLocaleString('en-GB')).join(' / ')}, 99 % within ${p99.toFixed(0)} ms`,
      ratio: (figures.at(-1)?.p50 ?? 0) / (figures[0]?.p50 ?? 1),
    };
  });
}
