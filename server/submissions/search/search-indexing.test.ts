// Protects: indexing takes no time from submissions that come in meanwhile, is not given up, and is done anew where a release has other terms.
import { expect, test } from 'vitest';
import { setPayload } from '#server/jobs/queue.ts';
import { createSubmissionStore } from '#server/submissions/submission-store.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { claimFrom } from '#testing/fixtures/submissions.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
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

test('a store that commit 62fea7c3 has indexed is indexed anew at the first start', async () => {
  const { app, desk, storeClaim, startWorker } = await createTestDesk(await databases.open());
  const id = await storeClaim({ ...aoife, vehicleReg: 'LX2I ABC' });
  const search = async () => (await desk.inbox(olu, { search: 'LX21 ABC' })).rows.map((row) => row.id);
  await desk.indexNow();
  await app.db.db.deleteFrom('indexed_submissions').execute();
  const row = { submission_id: id, created_at: 1, terms: JSON.stringify(['lx2iabc']) };
  await app.db.db.insertInto('indexed_submissions').values(row).execute();
  await setPayload(app, 'search-backfill', 'complete');
  expect(await search()).toEqual([]);
  const worker = startWorker();
  await until('it to be found', async () => (await search()).length === 1);
  await worker.stop();
});
