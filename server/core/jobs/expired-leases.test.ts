// Protects: a job whose process is killed is run again, and given up in the end.
import { describe, expect, test } from 'vitest';
import { day, minute } from '#forms/durations.ts';
import { nextAttemptAt } from '#server/mail/out/retry-schedule.ts';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { until } from '#testing/until.ts';
import { readJobKinds } from './background-work.ts';
import { defineJob, done, every, type JobKind, type LeasedJob, retryAfter } from './define-job.ts';
import { ensureRecurring, nextRunAt, renew, settle } from './queue.ts';

const databases = testDatabases();
const start = tenOClock;

const fatal = defineJob({
  kind: 'fatal',
  title: 'Fatal work',
  leaseMs: minute,
  retry: retryAfter(minute, minute),
  handle: async () => expect.fail('Only its lease matters.'),
});

describe('jobs whose process is killed', () => {
  async function openQueue() {
    const testQueue = await createTestDesk(await databases.open());
    return {
      ...testQueue,
      /** Leases a due job as a process does that is then killed; false where none is due once the lease is over. */
      kill: async (job: JobKind): Promise<boolean> => {
        const leased = await testQueue.lease(job);
        await testQueue.advance(job.leaseMs);
        return leased.length > 0;
      },
    };
  }

  test('a job that kills its process is given up as one that fails, with every attempt on record, and a person sees it', async () => {
    const { app, add, jobs, attempts, kill, startWorker, log } = await openQueue();
    await add('fatal');
    let kills = 0;
    for (let turn = 0; turn < 30; turn += 1) if (await kill(fatal)) kills += 1;
    // The first is repeated at once and is not one of the three.
    expect(kills).toBe(4);
    expect(await jobs()).toMatchObject([{ attempts: 4, lease_until: null, failed_at: expect.any(Number) }]);
    const expired = { outcome: 'interrupted', detail: expect.stringContaining('The lease expired') };
    expect(await attempts()).toMatchObject([expired, expired, expired, expired]);
    expect(await readJobKinds(app, [fatal])).toMatchObject([{ waiting: 0, failed: 1, failedJobs: [{ attempts: 4 }] }]);

    await add('fatal');
    expect(await kill(fatal)).toBe(true);
    startWorker([fatal]);
    await until('the worker to find the last lease', () => log().includes('"event":"job interrupted"'));
    expect(log()).toContain('"until":');
  });

  test('a restart that releases what it runs uses up no attempt', async () => {
    const { app, add, lease, advance, jobs } = await openQueue();
    await add('fatal');
    for (let restart = 0; restart < 30; restart += 1) {
      const [leased] = await lease(fatal);
      await settle(app, fatal, leased ?? expect.fail('Nothing was due.'), { kind: 'released', attempt: null });
      await advance(minute);
    }
    expect(await jobs()).toMatchObject([{ attempts: 0, failed_at: null }]);
  });

  test('an email is attempted for five days, however often its process is killed', async () => {
    const { app, add, kill, jobs, now, advance } = await openQueue();
    const email = { ...fatal, kind: 'email', retry: (job: LeasedJob, at: number) => nextAttemptAt(job, at, () => 0.5) };
    await add('email');
    const failedAt = async () => (await jobs())[0]?.failed_at ?? null;
    let latest = start;
    while ((await failedAt()) === null) {
      expect(now()).toBeLessThan(start + 6 * day);
      if (await kill(email)) latest = now() - email.leaseMs;
      const next = (await nextRunAt(app, ['email'])).get('email') ?? now();
      await advance(Math.max(next - now(), 0));
    }
    expect(latest).toBeGreaterThan(start + 5 * day - 2 * 60 * minute);
  });

  test('recurring work that kills its process waits longer each time, up to its next time, and counts as failing', async () => {
    const { app, now, advance, kill } = await openQueue();
    const nightly = defineJob({ ...fatal, kind: 'nightly', retry: (_: LeasedJob, at: number) => at + minute, next: every(day) });
    await ensureRecurring(app, [nightly]);
    let kills = 0;
    for (const from = now(); now() < from + 2 * day; ) {
      if (await kill(nightly)) kills += 1;
      else await advance(10 * minute);
    }
    expect(kills).toBeGreaterThan(5);
    expect(kills).toBeLessThan(20);
    expect(await readJobKinds(app, [nightly])).toMatchObject([{ isFailing: true }]);
  });

  test('a process that stood still can neither renew nor settle what another one found expired', async () => {
    const { app, add, lease, now, advance } = await openQueue();
    await add('fatal');
    const first = (await lease(fatal))[0] ?? expect.fail('Nothing was due.');
    await advance(minute);
    const second = (await lease(fatal))[0] ?? expect.fail('It was not leased again.');
    await advance(minute);
    // The second expired as well, and the job waits with no lease.
    expect(await lease(fatal)).toEqual([]);
    for (const leased of [first, second]) {
      expect(await renew(app, leased, minute)).toBe(false);
      const finished = { kind: 'finished', at: now(), attempt: { outcome: 'done', detail: '' } } as const;
      expect(await settle(app, fatal, leased, finished)).toBe(false);
    }
  });
});

test('an enqueued kind of job has to say how often it is retried', () => {
  const small = { kind: 'small', title: 'Small work', handle: async () => done('Done.') };
  // @ts-expect-error It has neither a schedule nor `retry`.
  defineJob(small);
  defineJob({ ...small, next: every(minute) });
  const { retry } = defineJob({ ...small, retry: retryAfter(minute) });
  const after = (attempts: number) => retry({ attempts } as LeasedJob, start);
  expect([after(1), after(2)]).toEqual([start + minute, null]);
});
