import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { engines, testDatabases } from '#testing/databases.ts';
import { dueKey, listCondition } from './inbox-query.ts';

const databases = testDatabases();

test.runIf(engines.length > 1)('PostgreSQL counts what is overdue from the index alone', async () => {
  const { write } = await databases.open('postgres');
  const plan = await write(async (tx) => {
    // An empty table is read faster than any index.
    await sql`set local enable_seqscan = off`.execute(tx);
    const overdue = sql`select 1 from form_submissions where ${sql.raw(listCondition.due)} and ${dueKey} < 1`;
    return (await sql<{ 'QUERY PLAN': string }>`explain ${overdue}`.execute(tx)).rows;
  });
  expect(plan[0]?.['QUERY PLAN']).toContain('Index Only Scan using form_submissions_due ');
});
