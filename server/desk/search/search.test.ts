import { describe, expect, test } from 'vitest';
import { engines, testDatabases } from '#testing/databases.ts';
import { olu, openTestDesk, tenOClock } from '#testing/desk.ts';
import { aoife, declan, lukasz, ouyang } from '#testing/people.ts';
import { claimFrom } from '#testing/submissions.ts';
import { mostCandidates } from '../list/find.ts';

const databases = testDatabases();

describe.each(engines)('search on %s', (engine) => {
  async function openSearch() {
    const database = await databases.open(engine);
    const office = await openTestDesk(database);
    const names = async (search: string) => {
      await office.desk.indexNow();
      return (await office.desk.inbox(olu, { search })).rows.map(({ name }) => name);
    };
    return { ...office, database, names };
  }

  const [oneil, lukaszName, ouyangName] = ["Aoife O'Neil", 'Łukasz Świątek-Żółkiewski', '小明 欧阳'];

  test('people are found by whatever they have told, as handlers type it', async () => {
    const { receive, names } = await openSearch();
    await receive(aoife, { reference: '7F4M-9TQX' });
    await receive({ ...lukasz, phone: '+44 (0)7911 123456', vehicleReg: 'ABC123K' });
    await receive({ ...ouyang, vehicleReg: 'MK 19 ABD' });
    await receive(declan, { formName: 'Contact Us', dueAt: null });
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

  test('one letter is too little to look for, and that is said', async () => {
    const { desk, receive } = await openSearch();
    await receive();
    await desk.indexNow();
    for (const search of ['a', '4', ' - ', '明'])
      expect(await desk.inbox(olu, { search })).toMatchObject({ rows: [], isSearchTooShort: true });
    expect(await desk.inbox(olu, { search: ' ' })).toMatchObject({ rows: [{ name: oneil }], isSearchTooShort: false });
  });

  test('a search keeps to the other filters, and without a status looks in the quarantine too', async () => {
    const { desk, receive } = await openSearch();
    const suspect = await receive(aoife, { quarantineReason: 'sent in the moment the form was there' });
    const usual = await receive(aoife, { createdAt: tenOClock + 1 });
    await desk.indexNow();
    const ids = async (filter: object) => (await desk.inbox(olu, { search: 'neil', ...filter })).rows.map(({ id }) => id);
    expect(await ids({})).toEqual([usual, suspect]);
    expect(await ids({ status: 'new' })).toEqual([usual]);
    expect(await ids({ status: 'quarantine' })).toEqual([suspect]);
    expect(await ids({ sort: 'due' })).toEqual([usual]);
    expect(await ids({ form: 'Contact Us' })).toEqual([]);
    expect(await ids({ mail: 'waiting' })).toEqual([usual]);
  });

  test('a word that nearly everybody has is found newest first, page by page, and with a rare one too', async () => {
    const { database, desk, receive } = await openSearch();
    const rows = Array.from({ length: mostCandidates + 60 }, (_, i) => ({ ...claimFrom(), createdAt: tenOClock - 1000 - i }));
    for (let from = 0; from < rows.length; from += 500)
      await database.db
        .insertInto('form_submissions')
        .values(
          rows.slice(from, from + 500).map((row) => ({
            ...{ id: row.id, reference: row.reference, form_name: row.formName, created_at: row.createdAt, came_by: 'function' },
            ...{ form_data: JSON.stringify(row.data), content_hash: row.contentHash },
          })),
        )
        .execute();
    const rare = await receive({ ...aoife, lastName: 'Quill' });
    await desk.indexNow();
    const first = await desk.inbox(olu, { search: 'aoife' });
    expect(first.rows.map(({ id }) => id)).toEqual([rare, ...rows.slice(0, 49).map(({ id }) => id)]);
    const second = await desk.inbox(olu, { search: 'aoife' }, first.next);
    expect(second.rows.map(({ id }) => id)).toEqual(rows.slice(49, 99).map(({ id }) => id));
    expect((await desk.inbox(olu, { search: 'aoife quill' })).rows.map(({ id }) => id)).toEqual([rare]);
  }, 60_000);

  test('what was stored while nobody looked is found after the start, and twice is once', async () => {
    const { desk, another, receive, database } = await openSearch();
    await receive(aoife, { createdAt: 0 });
    await Promise.all([desk.indexNow(), another().indexNow(), another().indexNow()]);
    await receive(aoife, { createdAt: tenOClock - 1 });
    await Promise.all([desk.indexNow(), another().indexNow()]);
    expect((await desk.inbox(olu, { search: 'neil' })).rows).toHaveLength(2);
    await database.db.deleteFrom('form_submissions').execute();
    expect(await database.db.selectFrom('search_terms').selectAll().execute()).toEqual([]);
  });
});
