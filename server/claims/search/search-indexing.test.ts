// Protects: indexing takes no time from submissions that come in meanwhile, is not given up, and is done anew where a release has other terms.
import { createHash } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { createSubmissionStore } from '#server/claims/submission-store.ts';
import { setPayload } from '#server/core/jobs/queue.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife, lukasz } from '#testing/fixtures/people.ts';
import { claimFrom } from '#testing/fixtures/submissions.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { until } from '#testing/until.ts';

const databases = testDatabases();

afterEach(() => vi.restoreAllMocks());

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

test.each([
  { when: 'gives way to further submissions, and goes on when there are none', burstMs: 0, batchMs: 0, batches: 1 },
  { when: 'takes a second of ten where they go on coming', burstMs: 10_000, batchMs: 550, batches: 2 },
])('indexing $when', async ({ burstMs, batchMs, batches }) => {
  const database = await databases.open('sqlite');
  const { notifyStored, closeIndexing } = await createTestDesk(database);
  const rows = Array.from({ length: 450 }, () => claimFrom(aoife));
  await createSubmissionStore(database).insertAll(rows);
  const file = database.file as NonNullable<typeof database.file>;
  const { commitInThread } = file;
  const now = performance.now.bind(performance);
  let aheadMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
  const pauses: number[] = [];
  let endedAt = now();
  file.commitInThread = async (work) => {
    pauses.push(now() - endedAt);
    const isCommitted = await commitInThread(work);
    if (pauses.length <= batches) notifyStored();
    aheadMs += batchMs;
    endedAt = now();
    return isCommitted;
  };
  notifyStored();
  aheadMs += burstMs;
  notifyStored();
  const waiting = () => database.db.selectFrom('search_queue').select('submission_id').execute();
  await until('all to be indexed', async () => (await waiting()).length === 0);
  await closeIndexing();
  expect(pauses).toHaveLength(5);
  // A timer of half a second does not end much earlier.
  expect(pauses.slice(1).map((ms) => ms > 400)).toEqual(pauses.slice(1).map((_, at) => at + 1 === batches));
});

test('a claim with answers that nobody types is indexed with the others, and with few terms', async () => {
  const { app, desk, storeClaim } = await createTestDesk(await databases.open());
  // No database makes it shorter.
  const long = Array.from({ length: 300 }, (_, index) => hashOf(`${index}`)).join('');
  const hostile = { email: `${long}@example.com`, phone: long.replaceAll(/\D/g, ''), vehicleReg: long, postcode: '𠀀𠀀' };
  await storeClaim({ ...aoife, ...hostile, descriptionOfAccident: `a@${long}` });
  await storeClaim({ ...lukasz, descriptionOfAccident: `before ${'a '.repeat(10_000)} beyond` });
  await desk.indexNow();
  const indexed = await app.db.db.selectFrom('indexed_submissions').select('terms').execute();
  expect(indexed).toHaveLength(2);
  expect(Math.max(...indexed.map(({ terms }) => terms.length))).toBeLessThan(100_000);
  expect((await desk.findPerson(olu, hostile.email)).map(({ name }) => name)).toEqual(["Aoife O'Neil"]);
  expect((await desk.inbox(olu, { search: 'before' })).rows).toHaveLength(1);
  expect((await desk.inbox(olu, { search: 'beyond' })).rows).toEqual([]);
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
