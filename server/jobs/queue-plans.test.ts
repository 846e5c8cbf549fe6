import { CompiledQuery, createQueryId, type KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { testDatabases } from '#testing/databases.ts';
import { defineJob, done, every } from './define-job.ts';
import { createJobQueue } from './queue.ts';

const databases = testDatabases();

/** Collects the statements of a store. */
function collect({ db, read, write, ...database }: Database) {
  const statements: CompiledQuery[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements.push(db.getExecutor().compileQuery(node, createQueryId()));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    statements,
    database: {
      ...database,
      db: db.withPlugin(plugin),
      read: (work) => read((from) => work(from.withPlugin(plugin))),
      write: (work) => write((tx) => work(tx.withPlugin(plugin))),
    } satisfies Database as Database,
  };
}

test('neither a start nor a tick of the worker reads every job that there ever was', async () => {
  const store = await databases.open('sqlite');
  const { database, statements } = collect(store);
  const queue = createJobQueue(database);
  const jobKind = defineJob({ kind: 'some work', title: 'Some work', next: every(1_000), handle: async () => done('Done.') });
  const now = Date.now();
  await queue.settleInterrupted([jobKind], now);
  await queue.ensureRecurring([jobKind], now, { isStart: true });
  await queue.correctTimes([jobKind], now);
  await queue.dueKinds([jobKind.kind], now);
  await queue.nextRunAt([jobKind.kind], now);
  await queue.lease(jobKind, now, 10);
  const steps: string[] = [];
  for (const { sql, parameters } of statements) {
    const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]) as CompiledQuery<{ detail: string }>;
    steps.push(...(await store.db.executeQuery(plan)).rows.map(({ detail }) => detail));
  }
  expect(steps.length).toBeGreaterThan(8);
  expect(steps.filter((step) => /^SCAN jobs(?! USING INDEX jobs_due)/.test(step))).toEqual([]);
});
