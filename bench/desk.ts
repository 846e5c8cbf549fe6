import { readCounts } from '#server/claims/inbox/inbox-counts.ts';
import { isCalledByOther } from '#server/claims/queue/read-queue.ts';
import type { Database } from '#server/core/database/database.ts';
import { migrate } from '#server/core/database/open.ts';
import type { StaffMember } from '#server/people/staff/staff-member.ts';
import { addManySubmissions } from '#testing/fixtures/many-submissions.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { figureOf, onBothEngines, openBenchDesk, timesOf } from './bench-desk.ts';
import type { Line } from './measure.ts';

const size = 100_000;
const takes = 1_000;
const handlers: StaffMember[] = Array.from({ length: 10 }, (_, index) => ({
  id: `handler-${index}`,
  name: `Handler ${index}`,
  email: `handler-${index}@kerbside.example`,
  role: 'handler',
}));

const now = Date.UTC(2026, 10, 23, 10);

/**
 * Measures the desk's queue with a hundred thousand submissions, on SQLite and, where it is installed, PostgreSQL: what a handler waits
 * for, and how often two of ten handlers who each take the top row call the same person.
 */
export async function desk(folder: string): Promise<Line[]> {
  const lines: Line[] = [];
  await onBothEngines(folder, async (engine, open) => {
    const database = await open('workbench');
    lines.push(...(await measure(engine, database, folder)));
    await database.close();
  });
  return lines;
}

async function measure(engine: string, database: Database, folder: string): Promise<Line[]> {
  await migrate(database);
  await addManySubmissions(database, { count: size, now });
  const opened = await openBenchDesk(database, { folder, now });
  const queue = await timesOf(() => opened.queue(olu, { own: false }), 200);
  const counts = await timesOf(() => readCounts(opened.app, now), 200);
  const search = await timesOf((round) => opened.inbox(olu, { search: searches[round % searches.length] ?? '' }), 200);
  const began = performance.now();
  await opened.slaReport(olu);
  const firstReport = performance.now() - began;
  const report = await timesOf(() => opened.slaReport(olu), 10);
  const rows = await opened.queue(olu, { own: false });
  const open = await timesOf((round) => opened.submission(olu, rows[round % rows.length]?.id ?? ''), 200);
  // One after the other, as from a desk on a quiet day.
  const action = await timesOf((round) => record(rows[round]?.id ?? ''), rows.length - 1);
  const taken = await takeTurns(opened);
  await opened.close();
  function record(id: string) {
    return opened.runAction(olu, id, { type: 'contact attempted', outcome: 'no-answer', line: '', seen: null });
  }
  const line = (what: string, { p50, p99 }: typeof queue, budget: string): Line => ({
    what: `${engine}: ${what}`,
    found: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    budget,
  });
  return [
    line('queue', queue, '10 ms'),
    line('an open claim', open, '15 ms'),
    line('counts', counts, '5 ms'),
    line('search, the first page', search, '100 ms'),
    { what: `${engine}: the report of response times, first`, found: `${Math.round(firstReport)} ms`, budget: '1 s' },
    line('the report of response times, later', report, '1 s'),
    line('an action', action, 'p99 150 ms'),
    line('an action, while ten handlers never pause', figureOf(taken.times), 'p99 150 ms'),
    {
      what: `${engine}: second calls of ${takes.toLocaleString('en-GB')}`,
      found: `${taken.secondCalls} (${taken.refused} refused beforehand)`,
      budget: '0',
    },
  ];
}

/** What staff look for: a name, one with a wrong letter, three digits of a phone, part of a plate, a make, a place, an insurer. */
const searches = ['khan', 'featherstonhaugh', '900', 'LR19', 'toyota', 'mohammed khan', 'luton', 'aviva'];

/** Ten handlers at once, each of whom takes the first row that nobody calls, and records how the call ended. */
async function takeTurns(desk: Awaited<ReturnType<typeof openBenchDesk>>) {
  const times: number[] = [];
  const called = new Map<string, number>();
  let refused = 0;
  let count = 0;
  async function act(staff: StaffMember, id: string, action: Parameters<typeof desk.runAction>[2]) {
    const began = performance.now();
    const outcome = await desk.runAction(staff, id, action);
    times.push(performance.now() - began);
    return outcome.kind;
  }
  async function work(staff: StaffMember): Promise<void> {
    while (count < takes) {
      const [row] = (await desk.queue(staff, { own: false })).filter((one) => !isCalledByOther(one, staff.id, now));
      if (!row) throw new Error('The queue is empty.');
      if ((await act(staff, row.id, { type: 'call begun', seen: String(row.attemptCount) })) !== 'done') {
        refused += 1;
        continue;
      }
      count += 1;
      called.set(row.id, (called.get(row.id) ?? 0) + 1);
      const outcome = count % 2 ? 'no-answer' : 'spoke';
      await act(staff, row.id, { type: 'contact attempted', outcome, line: '', seen: String(row.attemptCount) });
    }
  }
  await Promise.all(handlers.map(work));
  const secondCalls = [...called.values()].reduce((sum, calls) => sum + calls - 1, 0);
  return { times, secondCalls, refused };
}
