// Protects: submissions are found as handlers type, from the moment they are stored until they are erased.
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { migrate, openDatabase } from '#server/database/open.ts';
import { createJobQueue } from '#server/jobs/queue.ts';
import type { NewSubmission } from '#server/submissions/stored-submission.ts';
import { createTestDesk, hour, tenOClock } from '#testing/create-test-desk.ts';
import { engines, indexedTerms, testDatabases } from '#testing/databases.ts';
import { declan } from '#testing/fixtures/enquirers.ts';
import { aoife, lukasz, xiaoming } from '#testing/fixtures/people.ts';
import { claimFrom } from '#testing/fixtures/submissions.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { longTimeouts } from '#testing/postgres-server.ts';
import { until } from '#testing/until.ts';
import { candidateLimit } from '../inbox/inbox-search.ts';

const databases = testDatabases();

describe.each(engines)('search on %s', (engine) => {
  async function openSearch() {
    const database = await databases.open(engine);
    const testDesk = await createTestDesk(database);
    const names = async (search: string) => (await testDesk.desk.inbox(olu, { search })).rows.map(({ name }) => name);
    return { ...testDesk, database, names };
  }

  const [oneil, lukaszName, ouyangName] = ["Aoife O'Neil", 'Łukasz Świątek-Żółkiewski', '小明 欧阳'];

  test("submissions are found by their sender's details, as handlers type them", async () => {
    const { storeClaim, names } = await openSearch();
    await storeClaim(aoife, { reference: '7F4M-9TQX' });
    await storeClaim({ ...lukasz, phone: '+44 (0)7911 123456', vehicleReg: 'ABC123K' });
    await storeClaim({ ...xiaoming, vehicleReg: 'MK 19 ABD' });
    await storeClaim(declan, { formName: 'Contact Us', dueAt: null });
    for (const typed of ["o'neil", 'ONEIL', 'neil', 'Aoi', 'o’neil', 'neil aoife', "aoife.o'neil@example.com", 'aoife.o'])
      expect([typed, await names(typed)]).toEqual([typed, [oneil]]);
    for (const typed of [
      '07700 900101',
      '+447700900101',
      '0044 7700 900101',
      '0770090010',
      '900101',
      '0101',
      'lb77 zzt',
      'LB77ZZT',
      'zzt',
    ])
      expect([typed, await names(typed)]).toContainEqual(expect.arrayContaining([oneil]));
    for (const typed of ['7F4M-9TQX', '7f4m9tqx', '7f4m 9tqx', '9tqx'])
      expect([typed, await names(typed)]).toEqual([typed, [oneil]]);
    for (const typed of [
      'lukasz',
      'Łukasz',
      'swiatek',
      'zolkiewski',
      'Świątek-Żół',
      '07911123456',
      '123456',
      'abc 123k',
      'abc123k',
    ])
      expect([typed, await names(typed)]).toEqual([typed, [lukaszName]]);
    for (const typed of ['欧阳', '小明', 'mk19abd', '02079460505', '0505'])
      expect([typed, await names(typed)]).toEqual([typed, [ouyangName]]);
    expect(await names('declan@example.net')).toEqual(['Declan Byrne']);
    expect(await names('aoife byrne')).toEqual([]);
    expect(await names("%' or 1=1 --")).toEqual([]);
  });

  test('one character is too short to search for, and the page has a message', async () => {
    const { desk, storeClaim } = await openSearch();
    await storeClaim();
    for (const search of ['a', '4', ' - ', '明'])
      expect(await desk.inbox(olu, { search })).toMatchObject({ rows: [], isSearchTooShort: true });
    expect(await desk.inbox(olu, { search: ' ' })).toMatchObject({ rows: [{ name: oneil }], isSearchTooShort: false });
  });

  test('a search respects the other filters, and without a status includes the quarantine', async () => {
    const { desk, storeClaim } = await openSearch();
    const quarantined = await storeClaim(aoife, { quarantineReason: 'sent in the moment the form was there' });
    const usual = await storeClaim(aoife, { createdAt: tenOClock + 1 });
    const ids = async (filter: object) => (await desk.inbox(olu, { search: 'neil', ...filter })).rows.map(({ id }) => id);
    expect(await ids({})).toEqual([usual, quarantined]);
    expect(await ids({ status: 'new' })).toEqual([usual]);
    expect(await ids({ status: 'quarantine' })).toEqual([quarantined]);
    expect(await ids({ sort: 'due' })).toEqual([usual]);
    expect(await ids({ form: 'Contact Us' })).toEqual([]);
    expect(await ids({ email: 'waiting' })).toEqual([usual]);
  });

  test('a word that nearly everybody has is found newest first, page by page, and with a rare one too', async () => {
    const { database, desk, storeClaim } = await openSearch();
    const rows = Array.from({ length: candidateLimit + 60 }, (_, i) => ({ ...claimFrom(), createdAt: tenOClock - 1000 - i }));
    await storeUnindexed(database, rows);
    const rare = await storeClaim({ ...aoife, lastName: 'Quill' });
    await desk.indexNow();
    const first = await desk.inbox(olu, { search: 'aoife' });
    expect(first.rows.map(({ id }) => id)).toEqual([rare, ...rows.slice(0, 49).map(({ id }) => id)]);
    const second = await desk.inbox(olu, { search: 'aoife' }, first.next);
    expect(second.rows.map(({ id }) => id)).toEqual(rows.slice(49, 99).map(({ id }) => id));
    expect((await desk.inbox(olu, { search: 'aoife quill' })).rows.map(({ id }) => id)).toEqual([rare]);
  });

  test('a claim is found as soon as it is stored, and nothing is left in the index when it is gone', async () => {
    const { desk, storeClaim, database } = await openSearch();
    const id = await storeClaim(aoife);
    expect((await desk.inbox(olu, { search: 'neil' })).rows).toMatchObject([{ id }]);
    await database.db.deleteFrom('form_submissions').execute();
    expect(await indexedTerms(database)).toEqual([]);
    expect((await desk.inbox(olu, { search: 'neil' })).rows).toEqual([]);
  });

  test('what an earlier version stored is found after the backfill, newest first, and what is indexed twice is found once', async () => {
    const { desk, createSecondDesk, storeClaim, database } = await openSearch();
    const rows = Array.from({ length: 100 }, (_, i) => claimFrom(aoife, { createdAt: i % 50 }));
    await storeUnindexed(database, rows);
    await storeClaim(aoife, { createdAt: tenOClock - 1 });
    await Promise.all([desk.indexNow(), createSecondDesk().indexNow(), createSecondDesk().indexNow()]);
    const all = await desk.inbox(olu, { search: 'neil' });
    const rest = await desk.inbox(olu, { search: 'neil' }, all.next);
    const last = await desk.inbox(olu, { search: 'neil' }, rest.next);
    expect([all, rest, last].map((page) => page.rows.length)).toEqual([50, 50, 1]);
  });

  test('what claimants wrote to an earlier version is found after the backfill', async () => {
    const { desk, storeClaim, database, names, startWorker } = await openSearch();
    const id = await storeClaim(aoife);
    await storeClaim(lukasz);
    await desk.indexNow();
    await database.db.deleteFrom('search_state').where('id', '=', 'messages').execute();
    const message = { id: 'm1', submission_id: id, created_at: 1, text: 'The garage is Bülent & Sons.' };
    await database.db.insertInto('claimant_messages').values(message).execute();
    expect(await names('bulent')).toEqual([]);
    const worker = startWorker();
    await until('the message to be found', async () => (await names('bulent')).length > 0);
    await worker.stop();
    expect([await names('bulent'), await names('neil')]).toEqual([[oneil], [oneil]]);
  });

  test('the backfill runs once for a store, over as many starts as it takes, and does not read indexed rows again', async () => {
    const { desk, createSecondDesk, startWorker, advance, database } = await openSearch();
    await storeUnindexed(database, [claimFrom(aoife), claimFrom(aoife), claimFrom(aoife)]);
    const isComplete = async () => (await database.db.selectFrom('search_state').selectAll().execute()).length > 0;
    await startWorker().stop();
    expect(await isComplete()).toBe(false);
    const worker = startWorker();
    await until('the index to be filled', isComplete);
    await worker.stop();
    expect((await desk.inbox(olu, { search: 'neil' })).rows).toHaveLength(3);
    // The current version stores nothing like this, so a later start does not look for it.
    await storeUnindexed(database, [claimFrom(aoife)]);
    await advance(48 * hour);
    const later = startWorker(createSecondDesk());
    await until('it to run again', async () => {
      const row = await createJobQueue(database).recurring('search-backfill');
      return row?.last_success_at === tenOClock + 48 * hour;
    });
    await later.stop();
    expect((await desk.inbox(olu, { search: 'neil' })).rows).toHaveLength(3);
  });
});

test.each(engines)('a store of the version before is searched like a new one after the upgrade, on %s', async (engine) => {
  const database = openDatabase(await databases.newPlace(engine), { timeouts: longTimeouts });
  onTestFinished(database.close);
  await migrate(database, { upTo: '0007-audit-digests' });
  const rows = Array.from({ length: 700 }, (_, i) => claimFrom(aoife, { createdAt: tenOClock - i * 60_000 }));
  await storeUnindexed(database, rows);
  // The older version had indexed these.
  const indexed = rows.slice(0, 600).map(({ id, createdAt }) => ({ submission_id: id, term: 'neil', created_at: createdAt }));
  await database.db.insertInto('search_terms').values(indexed).execute();
  await migrate(database);
  const { desk, startWorker, storeClaim } = await createTestDesk(database);
  const fresh = await storeClaim(aoife, { createdAt: tenOClock + 1 });
  const worker = startWorker();
  const oldest = async () => (await desk.inbox(olu, { search: 'neil', until: tenOClock - 690 * 60_000 })).rows.length;
  await until('the oldest to be found', async () => (await oldest()) === 9);
  await worker.stop();
  expect((await desk.inbox(olu, { search: 'neil' })).rows[0]?.id).toBe(fresh);
  const tables = (await database.db.introspection.getTables()).map(({ name }) => name);
  expect(tables.includes('search_terms')).toBe(engine === 'postgres');
});

/** Stores submissions as a version without this index did, or as a restored backup has them. */
async function storeUnindexed({ db }: Database, rows: NewSubmission[]): Promise<void> {
  for (let from = 0; from < rows.length; from += 500)
    await db
      .insertInto('form_submissions')
      .values(
        rows.slice(from, from + 500).map((row) => ({
          ...{ id: row.id, reference: row.reference, form_name: row.formName, created_at: row.createdAt, came_by: 'function' },
          ...{ form_data: JSON.stringify(row.data), content_hash: row.contentHash },
        })),
      )
      .execute();
}
