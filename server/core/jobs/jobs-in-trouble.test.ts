// Protects: the queue goes on after faults of the store, the clock and the process.
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { hour } from '#forms/durations.ts';
import type { Database } from '#server/core/database/database.ts';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { until } from '#testing/until.ts';
import { runNow } from './background-work.ts';
import { defineJob, done, every, type LeasedJob, retryAfter, type Settlement } from './define-job.ts';
import { ensureRecurring, nextRunAt, settle } from './queue.ts';

const databases = testDatabases();
const start = tenOClock;

describe('the queue in trouble', () => {
  const openQueue = async () => createTestDesk(await databases.open());

  test('while the store can be read and not written the worker tries at growing intervals, with one line in the log, and goes on when it can be', async () => {
    const { app, database, now, add, jobs, log, startWorker } = await openQueue();
    let refused = 0;
    const write: Database['write'] = (work) =>
      database.write(work).catch((error: unknown) => {
        refused += 1;
        throw error;
      });
    const job = defineJob({ kind: 'small', title: 'Small work', retry: retryAfter(), handle: async () => done('Done.') });
    await add('small');
    const allowWrites = await refuseLeases(database);
    const worker = startWorker([job], { ...app, db: { ...database, write } });
    await until('some attempts', () => refused >= 3);
    await new Promise((resolve) => setTimeout(resolve, 8 * app.limits.worker.retry));
    expect(refused).toBeLessThan(8);
    expect(log().split('"event":"worker failed"')).toHaveLength(2);
    await allowWrites();
    worker.wake();
    await until('the job', async () => (await jobs())[0]?.finished_at);
    expect(now()).toBe(start);
  });

  test('recurring work is scheduled although the store failed when the worker started', async () => {
    const { app, database, jobs, startWorker } = await openQueue();
    let failures = 0;
    const write: Database['write'] = async (work) => {
      if (failures++ === 0) throw new Error('The store does not answer.');
      return database.write(work);
    };
    const job = defineJob({ kind: 'count', title: 'Counting', next: every(hour), handle: async () => done('Counted.') });
    startWorker([job], { ...app, db: { ...database, write } });
    await until('the first run', async () => (await jobs())[0]?.last_success_at);
  });

  test('recurring work that is requested while it runs is run once more', async () => {
    const { app, database, now, advance, jobs, startWorker } = await openQueue();
    const running: (() => void)[] = [];
    const job = defineJob({
      kind: 'count',
      title: 'Counting',
      next: every(hour),
      handle: () => new Promise((resolve) => running.push(() => resolve(done('Counted.')))),
    });
    const worker = startWorker([job]);
    await until('the first run', () => running.length === 1);
    await advance(1_000);
    await database.write((tx) => runNow(tx, [job], 'count', now()));
    await database.write((tx) => runNow(tx, [job], 'count', now()));
    running[0]?.();
    worker.wake();
    await until('the second run', () => running.length === 2);
    await advance(1_000);
    running[1]?.();
    await until('its end', async () => (await jobs())[0]?.last_success_at === start + 2_000);
    expect(await jobs()).toMatchObject([{ run_at: start + 2_000 + hour, lease_until: null }]);
    expect(running).toHaveLength(2);
    expect(await nextRunAt(app, ['count'])).toEqual(new Map([['count', start + 2_000 + hour]]));
  });

  test('jobs that were scheduled while the clock was a year ahead run when the clock is corrected', async () => {
    const { startWorker, add, jobs, advance } = await openQueue();
    const year = 365 * 24 * hour;
    let runs = 0;
    const recurring = defineJob({
      kind: 'count',
      title: 'Counting',
      next: every(hour),
      handle: async () => done(`Run ${++runs}.`),
    });
    const small = defineJob({ kind: 'small', title: 'Small work', retry: retryAfter(), handle: async () => done('Done.') });
    await advance(year);
    const worker = startWorker([recurring, small]);
    await until('the first run', async () => (await jobs())[0]?.last_detail === 'Run 1.');
    await worker.stop();
    await add('small');
    await advance(-year);
    const second = startWorker([recurring, small]);
    await until('what was enqueued', async () => (await jobs()).some((row) => row.kind === 'small' && row.finished_at !== null));
    await until('the next run to be near', async () => (await jobs())[0]?.run_at === start + hour);
    await advance(hour);
    second.wake();
    await until('the second run', () => runs === 2);
  });

  test('the detail of an attempt is stored without NUL, and cut where it is long', async () => {
    const { startWorker, add, jobs, attempts } = await openQueue();
    const job = defineJob({
      kind: 'small',
      title: 'Small work',
      retry: retryAfter(),
      handle: async () => done(`250 OK\0${'x'.repeat(100_000)}`),
    });
    await add('small');
    startWorker([job]);
    await until('it to be done', async () => (await jobs())[0]?.finished_at);
    expect((await attempts())[0]?.detail).toMatch(/^250 OKx+…$/);
    expect((await jobs())[0]?.last_detail?.length).toBeLessThan(5_000);
  });

  test('of equal released attempts in a row only the first and the latest are kept', async () => {
    const { app, add, attempts, lease, advance, now } = await openQueue();
    const job = defineJob({
      kind: 'small',
      title: 'Small work',
      leaseMs: 1_000,
      retry: retryAfter(),
      handle: async () => done('Done.'),
    });
    await add('small');
    const settleNext = async (settlement: Settlement) => {
      const [leased] = await lease(job);
      await settle(app, job, leased ?? expect.fail('Nothing was leased.'), settlement);
      await advance(hour);
    };
    const refused = { outcome: 'misconfigured', detail: '535 Authentication failed' };
    for (let count = 0; count < 5; count += 1) await settleNext({ kind: 'released', attempt: refused });
    expect(await attempts()).toMatchObject([
      { ...refused, at: start },
      { ...refused, at: start + 4 * hour },
    ]);
    await settleNext({ kind: 'released', attempt: { ...refused, detail: '530 Authentication required' } });
    await settleNext({ kind: 'released', attempt: refused });
    await settleNext({ kind: 'finished', at: now(), attempt: { outcome: 'sent', detail: '250 OK' } });
    expect((await attempts()).map(({ at, detail }) => [(at - start) / hour, detail.slice(0, 3)])).toEqual([
      [0, '535'],
      [4, '535'],
      [5, '530'],
      [6, '535'],
      [7, '250'],
    ]);
  });

  test('a released attempt does not count', async () => {
    const { app, add, jobs, advance, ...testQueue } = await openQueue();
    const job = defineJob({
      kind: 'small',
      title: 'Small work',
      leaseMs: 1_000,
      retry: retryAfter(),
      handle: async () => done('Done.'),
    });
    await add('small');
    const lease = async () => (await testQueue.lease(job))[0] ?? expect.fail('Nothing was leased.');
    const first = await lease();
    await settle(app, job, first, { kind: 'released', attempt: null });
    // The commit was not confirmed, so the job is settled once more.
    await settle(app, job, first, { kind: 'released', attempt: null });
    expect(await jobs()).toMatchObject([{ attempts: 0, first_attempt_at: null, lease_until: null, run_at: start }]);
    await advance(hour);
    expect(await lease()).toMatchObject({ attempts: 1, firstAttemptAt: start + hour });
  });
});

describe('jobs that end their process, on sqlite', () => {
  test('a job whose process ended is due at once the first time, and after that waits as if the attempt had failed', async () => {
    const { lease, add, jobs, attempts, advance, now, startWorker, log } = await createTestDesk(await databases.open('sqlite'));
    const job = defineJob({
      kind: 'fatal',
      title: 'Fatal work',
      retry: ({ attempts: count }: LeasedJob, at: number) => (count < 3 ? at + hour : null),
      handle: async () => expect.fail('It is not due.'),
    });
    /** Leaves a lease, as a process does that ends during an attempt. */
    const crash = async () => expect(await lease(job, 10)).toHaveLength(1);
    /** Starts a worker that settles what the one before left, and stops it before it runs anything. */
    const restart = async () => {
      const worker = startWorker([job]);
      await worker.stop(0);
    };
    await add('fatal');
    await crash();
    await restart();
    expect(await jobs()).toMatchObject([{ lease_until: null, attempts: 1, run_at: start, last_outcome: 'interrupted' }]);
    for (const attempt of [2, 3]) {
      await crash();
      await restart();
      expect(await jobs()).toMatchObject([{ lease_until: null, attempts: attempt, run_at: now() + hour, failed_at: null }]);
      expect(await lease(job, 10)).toEqual([]);
      await advance(hour);
    }
    await crash();
    await restart();
    expect(await jobs()).toMatchObject([{ lease_until: null, attempts: 4, failed_at: now() }]);
    expect((await attempts()).map(({ outcome }) => outcome)).toEqual([
      'interrupted',
      'interrupted',
      'interrupted',
      'interrupted',
    ]);
    expect(log().split('"event":"job interrupted"')).toHaveLength(5);
  });

  test('recurring work that runs at each start waits as well after its second interruption', async () => {
    const { app, lease, jobs, startWorker } = await createTestDesk(await databases.open('sqlite'));
    let runs = 0;
    const job = defineJob({
      kind: 'count',
      title: 'Counting',
      next: every(24 * hour),
      isDueAtStart: true,
      retry: (_: LeasedJob, at: number) => at + hour,
      handle: async () => done(`Run ${++runs}.`),
    });
    await ensureRecurring(app, [job]);
    for (const interrupted of [1, 2]) {
      expect(await lease(job)).toHaveLength(1);
      await startWorker([job]).stop(0);
      expect(await jobs()).toMatchObject([{ attempts: interrupted, run_at: interrupted === 1 ? start : start + hour }]);
    }
    expect(runs).toBe(0);
  });
});

/** Makes writes fail, as on a full disk, where reads work. Returns the function that ends that. */
async function refuseLeases({ db, engine }: Database): Promise<() => Promise<void>> {
  const [refuse, allow] =
    engine === 'sqlite'
      ? [
          sql`create trigger full before update on jobs begin select raise(abort, 'database or disk is full'); end`,
          sql`drop trigger full`,
        ]
      : [
          sql`alter table jobs add constraint full_disk check (lease_until is null)`,
          sql`alter table jobs drop constraint full_disk`,
        ];
  await refuse.execute(db);
  return async () => void (await allow.execute(db));
}
