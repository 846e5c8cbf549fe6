// Protects: the queue reads only the jobs that are due, however many there are.
import { expect, test } from 'vitest';
import type { App } from '#server/core/app.ts';
import { testDatabases } from '#testing/databases.ts';
import { collectStatements, planOf } from '#testing/query-plans.ts';
import { defineJob, done, every } from './define-job.ts';
import { correctTimes, dueKinds, ensureRecurring, lease, nextRunAt, settleInterrupted } from './queue.ts';

const databases = testDatabases();

test('neither a start nor a tick of the worker reads every job that there ever was', async () => {
  const store = await databases.open('sqlite');
  const { database, statements } = collectStatements(store);
  const jobKind = defineJob({ kind: 'some work', title: 'Some work', next: every(1_000), handle: async () => done('Done.') });
  const app = { db: database, now: Date.now } as App;
  await settleInterrupted(app, [jobKind]);
  await ensureRecurring(app, [jobKind], { isStart: true });
  await correctTimes(app, [jobKind]);
  await dueKinds(app, [jobKind.kind]);
  await nextRunAt(app, [jobKind.kind]);
  await lease(app, jobKind, 10);
  const steps = await planOf(store, statements);
  expect(steps.length).toBeGreaterThan(8);
  expect(steps.filter((step) => /^SCAN jobs(?! USING INDEX jobs_due)/.test(step))).toEqual([]);
});
