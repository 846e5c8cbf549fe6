// Protects: owners see every kind of job, and can run it again.
import { describe, expect, test } from 'vitest';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { emailQueue, engine, testDatabases } from '#testing/databases.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';
import { until } from '#testing/until.ts';
import { defineJob, retryAfter } from './define-job.ts';

const databases = testDatabases();

const emails = defineJob({
  kind: 'email',
  title: 'Emails',
  retry: retryAfter(),
  canRunAgain: ({ subjectId }) => subjectId !== null,
  handle: () => Promise.reject(new Error('Nothing is sent in this test.')),
});

describe('background work', () => {
  test('owners see every kind of job, and run a failed job again and recurring work now, both audited; handlers may not', async () => {
    const database = await databases.open();
    const { desk, storeClaim, events, clock, wakeCalls, startWorker } = await createTestDesk(database, {
      jobKinds: [emails],
    });
    await expect(desk.backgroundWork(olu)).rejects.toThrow('Your account does not allow this.');
    await expect(desk.runJob(olu, { now: 'retention' })).rejects.toThrow('Your account does not allow this.');
    const id = await storeClaim();
    const queue = emailQueue(database);
    const [email] = await queue.lease(clock.time, 60_000, 1);
    if (!email) throw new Error('nothing was leased');
    await queue.settle(
      email,
      { kind: 'failed', at: clock.time, attempt: { outcome: 'refused', detail: '550 No such user' } },
      clock.time,
    );
    const worker = startWorker();
    await until('the first runs', async () =>
      (await desk.backgroundWork(grace)).slice(1).every(({ lastRunAt }) => lastRunAt !== null),
    );
    await worker.stop();
    const kinds = await desk.backgroundWork(grace);
    expect(kinds[0]).toMatchObject({
      kind: 'email',
      waiting: 0,
      failed: 1,
      lastRunAt: tenOClock,
      lastDetail: '550 No such user',
      failedJobs: [{ id: email.id, subjectId: id, lastDetail: '550 No such user', canRunAgain: true }],
    });
    expect(kinds.slice(1).map(({ kind, isFailing }) => [kind, isFailing])).toEqual(
      [
        ...['retention', 'expired-access'],
        ...(engine === 'sqlite' ? ['purge'] : []),
        ...['search-backfill', 'response-reminders'],
      ].map((kind) => [kind, false]),
    );
    expect(await desk.runJob(grace, { again: email.id })).toMatchObject({ kind: 'done' });
    expect(await desk.runJob(grace, { again: email.id })).toMatchObject({ kind: 'refused' });
    expect(await desk.runJob(grace, { now: 'retention' })).toMatchObject({ kind: 'done' });
    expect(await desk.runJob(grace, { now: 'email' })).toMatchObject({ kind: 'refused' });
    // PostgreSQL refuses a text with NUL.
    expect(await desk.runJob(grace, { again: 'no\0job' })).toMatchObject({ kind: 'refused' });
    expect(await desk.runJob(grace, { now: 'no\0job' })).toMatchObject({ kind: 'refused' });
    expect(wakeCalls.count).toBe(2);
    expect((await desk.backgroundWork(grace))[0]).toMatchObject({ waiting: 1, failed: 0, failedJobs: [] });
    const recorded = (await events()).filter(({ action }) => action.startsWith('job '));
    expect(recorded.map(({ actor_id, action, subject_id }) => [actor_id, action, subject_id])).toEqual([
      ['grace', 'job run again', id],
      ['grace', 'job run now', null],
    ]);
  });
});
