// Protects: indexing takes no time from submissions that come in meanwhile, and is not given up.
import { expect, test } from 'vitest';
import { createSubmissionStore } from '#server/submissions/submission-store.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { claimFrom } from '#testing/fixtures/submissions.ts';
import { until } from '#testing/until.ts';

const databases = testDatabases();

test('indexing gives way to further submissions, and goes on when there are none', async () => {
  const database = await databases.open('sqlite');
  const { notifyStored, closeIndexing } = await createTestDesk(database);
  const rows = Array.from({ length: 250 }, () => claimFrom(aoife));
  await createSubmissionStore(database).insertAll(rows);
  const file = database.file as NonNullable<typeof database.file>;
  const { commitInThread } = file;
  const pauses: number[] = [];
  let endedAt = performance.now();
  file.commitInThread = async (work) => {
    pauses.push(performance.now() - endedAt);
    const isCommitted = await commitInThread(work);
    if (pauses.length === 1) notifyStored();
    endedAt = performance.now();
    return isCommitted;
  };
  notifyStored();
  const waiting = () => database.db.selectFrom('search_queue').select('submission_id').execute();
  await until('all to be indexed', async () => (await waiting()).length === 0);
  await closeIndexing();
  expect(pauses).toHaveLength(3);
  // A timer of half a second does not end much earlier.
  expect(pauses[1]).toBeGreaterThan(400);
});
