// Protects: a job runs once at a time, at its time, and is retried.
import { describe, expect, test } from 'vitest';
import { hour } from '#forms/durations.ts';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { engines, testDatabases } from '#testing/databases.ts';
import { until } from '#testing/until.ts';
import { readJobKinds, runAgain } from './background-work.ts';
import { defineJob, done, every, retryAfter } from './define-job.ts';
import { runIfDue } from './run-job.ts';

const databases = testDatabases();
const start = tenOClock;

describe.each(engines)('the queue on %s', (engine) => {
  const openQueue = async () => createTestDesk(await databases.open(engine));

  test('recurring work is run by one of several workers, again at its next time, and has one row', async () => {
    const { startWorker, advance, jobs } = await openQueue();
    let runs = 0;
    const job = defineJob({ kind: 'count', title: 'Counting', next: every(hour), handle: async () => done(`Run ${++runs}.`) });
    const workers = [startWorker([job]), startWorker([job]), startWorker([job])];
    await until('the first run', async () => (await jobs())[0]?.last_detail === 'Run 1.');
    expect(await jobs()).toMatchObject([{ id: 'count', run_at: start + hour, last_success_at: start, attempts: 0 }]);
    await advance(hour - 1);
    for (const { wake } of workers) wake();
    await until('all of them to look', () => workers.every(({ lastTickAt }) => lastTickAt() === start + hour - 1));
    expect(runs).toBe(1);
    await advance(1);
    for (const { wake } of workers) wake();
    await until('the second run', async () => (await jobs())[0]?.last_success_at === start + hour);
    expect(runs).toBe(2);
  });

  test('recurring work that fails is retried, keeps the time of its last success, and is logged once', async () => {
    const { app, now, advance, jobs, startWorker, log } = await openQueue();
    let isBroken = false;
    const job = defineJob({
      kind: 'count',
      title: 'Counting',
      next: every(hour),
      retry: () => now() + 1_000,
      handle: async () => {
        if (isBroken) throw new Error('No ink.');
        return done('Done.');
      },
    });
    expect(await runIfDue(app, job)).toBe(true);
    expect(await runIfDue(app, job)).toBe(false);
    isBroken = true;
    await advance(hour);
    const worker = startWorker([job]);
    await until('a failure', async () => (await jobs())[0]?.last_outcome === 'error');
    await advance(1_000);
    worker.wake();
    await until('another', async () => (await jobs())[0]?.attempts === 2 && (await jobs())[0]?.lease_until === null);
    const [row] = await jobs();
    expect(row).toMatchObject({ last_success_at: start, last_run_at: start + hour + 1_000, failed_at: null });
    expect(row).toMatchObject({ last_detail: 'No ink.', run_at: start + hour + 2_000 });
    expect(log().split('"event":"job failed"')).toHaveLength(2);
    expect(await readJobKinds(app, [job])).toMatchObject([
      { kind: 'count', isRecurring: true, isFailing: true, lastDetail: 'No ink.', nextRunAt: start + hour + 2_000 },
    ]);
  });

  test('a failed job keeps every attempt, and can be run again', async () => {
    const { app, database, startWorker, add, jobs, attempts, advance, now, log } = await openQueue();
    let isBroken = true;
    const job = defineJob({
      kind: 'preview',
      title: 'Previews',
      retry: retryAfter(1_000, 1_000),
      handle: async () => {
        if (isBroken) throw new Error('The picture cannot be read.');
        return done('Drawn.');
      },
    });
    await add('preview');
    const worker = startWorker([job]);
    for (let count = 1; count <= 3; count += 1) {
      await until(`attempt ${count}`, async () => (await attempts()).length === count);
      await advance(1_000);
      worker.wake();
    }
    await until('it to fail', async () => (await jobs())[0]?.failed_at);
    await until('its first and its last failure in the log', () => log().split('"event":"job failed"').length === 3);
    expect(log()).toContain('"isForGood":true');
    expect(await readJobKinds(app, [job])).toMatchObject([
      {
        kind: 'preview',
        isRecurring: false,
        waiting: 0,
        failed: 1,
        nextRunAt: null,
        lastRunAt: start + 2_000,
        failedJobs: [{ attempts: 3, lastDetail: 'The picture cannot be read.', canRunAgain: true }],
      },
    ]);
    isBroken = false;
    const id = (await jobs())[0]?.id ?? '';
    expect(await database.write((tx) => runAgain(tx, [job], id, now()))).toMatchObject({ jobKind: { kind: 'preview' } });
    expect(await database.write((tx) => runAgain(tx, [job], id, now()))).toBeNull();
    worker.wake();
    await until('it to be done', async () => (await jobs())[0]?.finished_at);
    expect((await attempts()).map(({ outcome }) => outcome)).toEqual(['error', 'error', 'error', 'done']);
    expect(await readJobKinds(app, [job])).toMatchObject([{ waiting: 0, failed: 0, failedJobs: [], lastDetail: 'Drawn.' }]);
  });

  test('no more jobs of a kind run at once than its concurrency, and a job that another process has taken over is not settled', async () => {
    const { startWorker, add, jobs, advance, lease } = await openQueue();
    const running: (() => void)[] = [];
    const outcomes: boolean[] = [];
    const job = defineJob({
      kind: 'slow',
      title: 'Slow work',
      retry: retryAfter(),
      concurrency: 2,
      leaseMs: hour,
      handle: () => new Promise((resolve) => running.push(() => resolve(done('Done.')))),
      onSettled: (_job, _settlement, isHeld) => outcomes.push(isHeld),
    });
    for (let count = 0; count < 4; count += 1) await add('slow');
    startWorker([job]);
    await until('two to run', () => running.length === 2);
    expect((await jobs()).filter((row) => row.lease_until !== null)).toHaveLength(2);
    await advance(hour);
    expect(await lease(job, 10)).toHaveLength(4);
    for (const finish of running) finish();
    await until('both to be settled', () => outcomes.length === 2);
    expect(outcomes).toEqual([false, false]);
    expect((await jobs()).every((row) => row.finished_at === null)).toBe(true);
  });

  test('a job that falls due while another one runs does not wait for its end', async () => {
    const { startWorker, add, jobs, advance } = await openQueue();
    const endless = defineJob({
      kind: 'slow',
      title: 'Slow work',
      retry: retryAfter(),
      handle: (_job, { signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
    });
    const later = defineJob({ kind: 'count', title: 'Counting', next: every(hour), handle: async () => done('Counted.') });
    await add('slow');
    startWorker([endless, later]);
    await until('the first run', async () => (await jobs()).some((row) => row.last_success_at === start));
    await advance(hour);
    await until('the second run', async () => (await jobs()).some((row) => row.last_success_at === start + hour));
  });

  test('a kind that goes after another begins once nothing of that one is due that nobody runs', async () => {
    const { startWorker, add } = await openQueue();
    const begun: string[] = [];
    const running: (() => void)[] = [];
    const first = defineJob({
      kind: 'first',
      title: 'First',
      retry: retryAfter(),
      handle: () => {
        begun.push('first');
        return new Promise((resolve) => running.push(() => resolve(done('Done.'))));
      },
    });
    const second = defineJob({
      kind: 'second',
      title: 'Second',
      retry: retryAfter(),
      after: { kinds: ['first'], atMostMs: hour },
      handle: async () => {
        begun.push('second');
        return done('Done.');
      },
    });
    for (const kind of ['second', 'first', 'first']) await add(kind);
    startWorker([first, second]);
    await until('the first to run', () => running.length === 1);
    running[0]?.();
    await until('the second', () => begun.includes('second'));
    expect(begun).toEqual(['first', 'first', 'second']);
    running[1]?.();
  });

  test('a kind that goes after another begins all the same once a job of it has been due for long enough', async () => {
    const { startWorker, add, advance, jobs } = await openQueue();
    const endless = defineJob({
      kind: 'first',
      title: 'First',
      retry: retryAfter(),
      handle: (_job, { signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
    });
    const second = defineJob({
      kind: 'second',
      title: 'Second',
      retry: retryAfter(),
      after: { kinds: ['first'], atMostMs: 5_000 },
      handle: async () => done('Done.'),
    });
    const finished = async () => (await jobs()).filter(({ finished_at }) => finished_at !== null).map(({ kind }) => kind);
    for (const kind of ['second', 'second', 'first', 'first', 'first']) await add(kind);
    const worker = startWorker([endless, second]);
    await until('the first to run', async () => (await jobs()).some(({ lease_until }) => lease_until !== null));
    await advance(4_999);
    worker.wake();
    await until('another look', () => worker.lastTickAt() === start + 4_999);
    expect(await finished()).toEqual([]);
    await advance(1);
    worker.wake();
    // The next one does not wait anew.
    await until('both of the second', async () => (await finished()).length === 2);
  });

  test('when the worker stops, a job that does not finish is released and its attempt does not count', async () => {
    const { startWorker, add, jobs } = await openQueue();
    const job = defineJob({
      kind: 'slow',
      title: 'Slow work',
      retry: retryAfter(),
      handle: (_job, { signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
    });
    await add('slow');
    const worker = startWorker([job]);
    await until('it to run', async () => (await jobs())[0]?.lease_until);
    await worker.stop(10);
    expect(await jobs()).toMatchObject([{ attempts: 0, lease_until: null, finished_at: null, failed_at: null }]);
  });
});
