// Protects: counting for open inboxes stays cheap.
import { type KyselyPlugin, sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { engines, testDatabases } from '#testing/databases.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { dueKey, listCondition } from './inbox-query.ts';

const databases = testDatabases();

test.runIf(engines.length > 1)('PostgreSQL counts what is overdue from the index alone', async () => {
  const { write } = await databases.open('postgres');
  const plan = await write(async (tx) => {
    // An empty table is read faster than any index, and every index of it as fast as the next; the database is the test’s own.
    await sql`set local enable_seqscan = off`.execute(tx);
    for (const name of ['next_step', 'newest', 'new']) await sql`drop index ${sql.ref(`form_submissions_${name}`)}`.execute(tx);
    const overdue = sql`select 1 from form_submissions where ${sql.raw(listCondition.due)} and ${dueKey} < 1`;
    return (await sql<{ 'QUERY PLAN': string }>`explain ${overdue}`.execute(tx)).rows;
  });
  expect(plan[0]?.['QUERY PLAN']).toContain('Index Only Scan using form_submissions_due ');
});

test.each(engines)('on %s open inboxes count once for each change, and every half-second at most', async (engine) => {
  const database = await databases.open(engine);
  let counted = 0;
  const countStatements: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes('failedEmails')) counted += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const testDesk = await createTestDesk({ ...database, db: database.db.withPlugin(countStatements) });
  const { desk, storeClaim, advance } = testDesk;
  const twenty = async () =>
    (await Promise.all(Array.from({ length: 20 }, () => desk.inbox(olu, {})))).map(({ counts }) => counts.new);
  const id = await storeClaim();
  expect(new Set(await twenty())).toEqual(new Set([1]));
  await twenty();
  expect(counted).toBe(1);
  await desk.runAction(olu, id, { type: 'contacted' });
  expect(new Set(await twenty())).toEqual(new Set([0]));
  expect(counted).toBe(2);
  await storeClaim();
  await advance(500);
  expect(new Set(await twenty())).toEqual(new Set([1]));
  expect(counted).toBe(3);
  testDesk.desk.close();
});
