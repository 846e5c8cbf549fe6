// Protects: the queue reads only the jobs that are due, however many there are.
import { expect, test } from 'vitest';
import { testDatabases } from '#testing/databases.ts';
import { collectStatements, planOf } from '#testing/query-plans.ts';
import { defineJob, done, every } from './define-job.ts';
import { createJobQueue } from './queue.ts';

const databases = testDatabases();

test('neither a start nor a tick of the worker reads every job that there ever was', async () => {
  const store = await databases.open('sqlite');
  const { database, statements } = collectStatements(store);
  const queue = createJobQueue(database);
  const jobKind = defineJob({ kind: 'some work', title: 'Some work', next: every(1_000), handle: async () => done('Done.') });
  const now = Date.now();
  await queue.settleInterrupted([jobKind], now);
  await queue.ensureRecurring([jobKind], now, { isStart: true });
  await queue.correctTimes([jobKind], now);
  await queue.dueKinds([jobKind.kind], now);
  await queue.nextRunAt([jobKind.kind], now);
  await queue.lease(jobKind, now, 10);
  const steps = await planOf(store, statements);
  expect(steps.length).toBeGreaterThan(8);
  expect(steps.filter((step) => /^SCAN jobs(?! USING INDEX jobs_due)/.test(step))).toEqual([]);
});
