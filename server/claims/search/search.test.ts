// Protects: submissions are found as handlers type, from the moment they are stored until they are erased.
import { describe, expect, test } from 'vitest';
import type { NewSubmission } from '#server/claims/stored-submission.ts';
import type { Database } from '#server/core/database/database.ts';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { indexedTerms, testDatabases } from '#testing/databases.ts';
import { declan } from '#testing/fixtures/enquirers.ts';
import { aoife, lukasz, xiaoming } from '#testing/fixtures/people.ts';
import { claimFrom } from '#testing/fixtures/submissions.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { until } from '#testing/until.ts';
import { type Cursor, inboxQuery } from '../inbox/inbox-query.ts';
import { findRows } from '../inbox/inbox-search.ts';

const databases = testDatabases();

describe('search', () => {
  async function openSearch() {
    const database = await databases.open();
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
    for (const typed of ['lukasz', 'Łukasz', 'swiatek', 'zolkiewski', 'Świątek-Żół', '07911123456', 'abc 123k', 'abc123k'])
      expect([typed, await names(typed)]).toEqual([typed, [lukaszName]]);
    for (const typed of ['欧阳', '小明', 'mk19abd', '02079460505', '0505'])
      expect([typed, await names(typed)]).toEqual([typed, [ouyangName]]);
    expect(await names('declan@example.net')).toEqual(['Declan Byrne']);
    expect(await names('aoife byrne')).toEqual([]);
    expect(await names("%' or 'x'='x' --")).toEqual([]);
  });

  test('digits in a text are found as they were written there', async () => {
    const { desk, storeClaim, names } = await openSearch();
    await storeClaim({
      ...aoife,
      descriptionOfAccident: 'Their claim is 1234 5678 9012, the policy 0012345678, the card 048 123 456.',
    });
    for (const _ of ['waiting', 'indexed']) {
      for (const typed of ['1234 5678 9012', '0012345678', '048 123 456'])
        expect([typed, await names(typed)]).toEqual([typed, [oneil]]);
      await desk.indexNow();
    }
  });

  test('one character is too short to search for, and the page has a message', async () => {
    const { desk, storeClaim } = await openSearch();
    await storeClaim();
    for (const search of ['a', '4', ' - ', '明'])
      expect(await desk.inbox(olu, { search })).toMatchObject({ rows: [], isSearchTooShort: true });
    expect(await desk.inbox(olu, { search: ' ' })).toMatchObject({ rows: [{ name: oneil }], isSearchTooShort: false });
  });

  test('any part of a phone number or a registration, the vehicle, the place and the insurer lead to a claim', async () => {
    const { desk, storeClaim, names } = await openSearch();
    await storeClaim({ ...aoife, descriptionOfAccident: 'My silver Niro was hit by AB12 CDE.' });
    await storeClaim(declan, { formName: 'Contact Us', dueAt: null });
    const typed = [
      ...['009', '700 900', '7009001', 'b77', '77 z', 'lb77 z', '7zzt', 'kia', 'niro ev', 'silver kia', 'kia silver', 'ab12cde'],
      ...[
        'ig11 9zz',
        'ig119zz',
        'ig11',
        '9zz',
        'longbridge',
        'barking',
        'roundabout barking',
        'sample taxi',
        'taxi',
        'phv/000/123-a',
      ],
    ];
    for (const isIndexed of [false, true]) {
      if (isIndexed) await desk.indexNow();
      for (const text of typed) expect([text, await names(text)]).toEqual([text, [oneil]]);
      expect([await names('silver bmw'), await names('the kia'), await names('byrne kia')]).toEqual([[], [oneil], []]);
    }
  });

  test('a name is found with one letter wrong, missing, too many or in another place, where nobody has it as it is typed', async () => {
    const { desk, storeClaim, names } = await openSearch();
    await storeClaim({ ...aoife, firstName: 'Grace', lastName: 'Wright' });
    await storeClaim({ ...aoife, firstName: 'Ada', lastName: 'Kowalski' });
    for (const isIndexed of [false, true]) {
      if (isIndexed) await desk.indexNow();
      for (const typed of ['wrigth', 'wight', 'wrightt', 'vright', 'graze wright', 'grace wrigt', 'wri ght'])
        expect([typed, await names(typed)]).toEqual([typed, ['Grace Wright']]);
      for (const typed of ['kowalsky', 'kovalski', 'owalski'])
        expect([typed, await names(typed)]).toEqual([typed, ['Ada Kowalski']]);
      expect([await names('kovalsky'), await names('wrigth kowalski')]).toEqual([[], []]);
    }
    const exact = await storeClaim({ ...aoife, firstName: 'Jo', lastName: 'Wight' });
    expect((await desk.inbox(olu, { search: 'wight' })).rows.map(({ id }) => id)).toEqual([exact]);
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
    const { app, database, desk, storeClaim } = await openSearch();
    const rows = Array.from({ length: 120 }, (_, i) => ({ ...claimFrom(), createdAt: tenOClock - 1000 - i }));
    await storeUnindexed(database, rows);
    const rare = await storeClaim({ ...aoife, lastName: 'Quill' });
    await desk.indexNow();
    const page = { isBackwards: false, limit: 50 };
    const find = (search: string, after: Cursor | null = null) =>
      findRows(app, { ...page, query: inboxQuery(olu.id, { search }, tenOClock), after }, 60);
    const first = await find('aoife');
    expect(first.map(({ id }) => id)).toEqual([rare, ...rows.slice(0, 49).map(({ id }) => id)]);
    const second = await find('aoife', first.at(-1));
    expect(second.map(({ id }) => id)).toEqual(rows.slice(49, 99).map(({ id }) => id));
    expect((await find('aoife quill')).map(({ id }) => id)).toEqual([rare]);
  });

  test('a claim is found as soon as it is stored, and nothing is left in the index when it is gone', async () => {
    const { desk, storeClaim, database } = await openSearch();
    const id = await storeClaim(aoife);
    expect((await desk.inbox(olu, { search: 'neil' })).rows).toMatchObject([{ id }]);
    await database.db.deleteFrom('form_submissions').execute();
    expect(await indexedTerms(database)).toEqual([]);
    expect((await desk.inbox(olu, { search: 'neil' })).rows).toEqual([]);
  });

  test('what waits to be indexed is found afterwards, newest first, and what is indexed twice is found once', async () => {
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

  test('what is replaced is no longer found, what replaces it is, and neither waits for the index', async () => {
    const { desk, storeClaim, database, names } = await openSearch();
    const id = await storeClaim(aoife);
    for (const isIndexed of [false, true]) {
      if (isIndexed) await desk.indexNow();
      const [before, after] = isIndexed ? ['07700 900202', '07700 900303'] : [aoife.phone, '07700 900202'];
      expect(await names(`${before}`)).toEqual([oneil]);
      const form_data = JSON.stringify({ ...aoife, phone: after });
      await database.db.updateTable('form_submissions').set({ form_data }).where('id', '=', id).execute();
      expect([await names(`${before}`), await names(after)]).toEqual([[], [oneil]]);
      expect((await indexedTerms(database)).filter((term) => term.includes('900101'))).toEqual([]);
    }
    await desk.indexNow();
    expect([await names('900202'), await names('900303')]).toEqual([[], [oneil]]);
  });

  test('what changes while it is being indexed is indexed again', async () => {
    const { desk, storeClaim, database, names } = await openSearch();
    const ids = await Promise.all(Array.from({ length: 20 }, () => storeClaim(aoife)));
    const indexing = desk.indexNow();
    for (const id of ids) {
      const message = { id: `about ${id}`, submission_id: id, at: tenOClock, text: 'Zyzzyva' };
      await database.db.insertInto('messages').values(message).execute();
    }
    await indexing;
    await desk.indexNow();
    expect(await database.db.selectFrom('search_queue').selectAll().execute()).toEqual([]);
    expect(await names('zyzzyva')).toHaveLength(20);
  });

  test('a claim that was stored by a process that ended then is indexed at the next start, once by two instances', async () => {
    const { desk, createSecondDesk, database, startWorker } = await openSearch();
    await storeUnindexed(database, [claimFrom(aoife), claimFrom(aoife), claimFrom(aoife)]);
    const waiting = async () => (await database.db.selectFrom('search_queue').selectAll().execute()).length;
    expect(await waiting()).toBe(3);
    const workers = [startWorker(), startWorker(createSecondDesk().jobs)];
    await until('the queue to be empty', async () => (await waiting()) === 0);
    for (const worker of workers) await worker.stop();
    expect((await desk.inbox(olu, { search: 'neil' })).rows).toHaveLength(3);
    expect(await database.db.selectFrom('indexed_submissions').select('number').execute()).toHaveLength(3);
  });
});

/** Stores submissions as a process that ended right after it did, or as a restored backup has them. */
async function storeUnindexed({ db }: Database, rows: NewSubmission[]): Promise<void> {
  for (let from = 0; from < rows.length; from += 500)
    await db
      .insertInto('form_submissions')
      .values(
        rows.slice(from, from + 500).map((row) => ({
          id: row.id,
          reference: row.reference,
          form_name: row.formName,
          created_at: row.createdAt,
          came_by: 'function',
          form_data: JSON.stringify(row.data),
          content_hash: row.contentHash,
        })),
      )
      .execute();
}
