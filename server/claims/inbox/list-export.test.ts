// Protects: the list as CSV and as XLSX is complete, and a spreadsheet shows what was typed, and runs none of it.
import { buffer } from 'node:stream/consumers';
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { hour } from '#forms/durations.ts';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { declan } from '#testing/fixtures/enquirers.ts';
import { addManySubmissions } from '#testing/fixtures/many-submissions.ts';
import { aoife, xiaoming } from '#testing/fixtures/people.ts';
import { olu, priya } from '#testing/fixtures/test-staff.ts';
import { recordedActions } from '../view/recorded-actions.ts';
import type { InboxFilter } from './inbox-query.ts';
import { toCsv, writeList } from './list-file.ts';

const databases = testDatabases();
const csvCell = (text: string) => toCsv([[text, '']]).slice(0, -',\r\n'.length);

async function setup() {
  const database = await databases.open();
  const testDesk = await createTestDesk(database);
  /** The rows of the XLSX: texts as strings, and dates as such. */
  const cellsOf = async (filter: InboxFilter) => {
    const { sheets } = await readXlsx(await buffer(await testDesk.desk.listFile(olu, filter, 'xlsx')));
    return sheets[0]?.rows.map((row) => row.map((cell) => cell ?? '')) ?? [];
  };
  // With the mark of UTF-8 that it begins with.
  const textOf = async (filter: InboxFilter) => `${await buffer(await testDesk.desk.listFile(olu, filter, 'csv'))}`;
  return { ...testDesk, database, textOf, cellsOf };
}

test('one form has a column for each answer, all forms have the common columns', async () => {
  const { storeClaim, desk, textOf, events } = await setup();
  const id = await storeClaim(xiaoming, { reference: '7F4M-9TQX' });
  await storeClaim(
    { ...declan, message: '=HYPERLINK("http://x.example")' },
    { formName: 'Contact Us', dueAt: null, createdAt: tenOClock - hour },
  );
  await desk.runAction(olu, id, { type: 'contacted' });
  await desk.runAction(priya, id, { type: 'closed', why: 'It is settled.' });
  const [head, first, second] = (await textOf({})).split('\r\n');
  const titles = recordedActions.map(({ title }) => `${title} (London),${title} by`);
  expect(titles).toEqual(expect.arrayContaining(['Contacted (London),Contacted by', 'Closed (London),Closed by']));
  expect(head).toBe(
    `\ufeffReference,Form,Received (London),Status,Promised by (London),${titles.join()},Assigned to,Sent by,Name,Email,Phone,Registration`,
  );
  const done: Record<string, string> = {
    contacted: '2026-11-21 10:00:00,Olu Adeyemi',
    closed: '2026-11-21 10:00:00,Priya Nair',
  };
  expect(first).toBe(
    `7F4M-9TQX,Make a Claim,2026-11-21 10:00:00,closed,2026-11-22 10:00:00,${recordedActions.map(({ name }) => done[name] ?? ',').join()},,,小明 欧阳,ouyang.xiaoming@example.com,020 7946 0505,ABC 123`,
  );
  expect(second).toContain('Contact Us');
  const messages = await textOf({ form: 'Contact Us', search: '' });
  expect(messages).toContain(`"'=HYPERLINK(""http://x.example"")"`);
  expect(messages.split('\r\n')[0]).toMatch(/Name,Email,Phone,Subject,Message$/);
  expect((await textOf({ form: 'Make a Claim' })).split('\r\n')[0]).toContain('What happened?');
  // The columns have what a roadside start is completed with, too.
  expect((await textOf({ form: 'Roadside Start' })).split('\r\n')[0]).toMatch(/Your name,.*Vehicle type/);
  await textOf({ search: 'xiaoming' });
  const searched = (await events()).at(-1)?.details ?? '';
  expect(JSON.parse(searched)).toMatchObject({ filter: 'search', digest: expect.any(String), submissions: 0 });
  await textOf({ form: 'Make a Claim' });
  const told = (await events()).filter(({ action }) => action === 'list exported').map(({ details }) => JSON.parse(details));
  expect(told.slice(-2)).toEqual([
    { filter: 'form', digest: null, isBegun: true },
    { filter: 'form', digest: null, submissions: 1, isWhole: true },
  ]);
});

test('times are by the clocks of London, in summer and in winter', async () => {
  const { storeClaim, textOf } = await setup();
  await storeClaim(aoife, { createdAt: Date.UTC(2026, 6, 1, 23, 30) });
  await storeClaim(aoife, { createdAt: Date.UTC(2026, 10, 20, 23, 30) });
  const received = (await textOf({})).match(/Make a Claim,[^,]+/g);
  expect(received).toEqual(['Make a Claim,2026-11-20 23:30:00', 'Make a Claim,2026-07-02 00:30:00']);
});

test('a long list is streamed in chunks, each submission once, and an aborted download is recorded as such', async () => {
  const { database, desk, textOf, clock, events } = await setup();
  await addManySubmissions(database, { count: 1_000, now: clock.time });
  const lines = (await textOf({})).split('\r\n').filter((line) => /^[\dA-Z]{4}-[\dA-Z]{4},/.test(line));
  const { count } = await database.db
    .selectFrom('form_submissions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('quarantined_at', 'is', null)
    .executeTakeFirstOrThrow();
  expect(lines).toHaveLength(Number(count));
  expect(new Set(lines.map((line) => line.slice(0, 9))).size).toBe(lines.length);
  for await (const piece of await desk.listFile(olu, {}, 'csv')) if (piece.length > 1_000) break;
  expect((await events()).at(-1)?.details).toBe('{"filter":"","digest":null,"submissions":200,"isWhole":false}');
});

test.each(['csv', 'xlsx'] as const)('a list as %s is read as it is downloaded, and no further once it is not', async (format) => {
  const read = { pages: 0, isOver: false };
  async function* pages() {
    try {
      for (; read.pages < 5_000; read.pages += 1) yield Array.from({ length: 200 }, () => [crypto.randomUUID()]);
    } finally {
      read.isOver = true;
    }
  }
  let size = 0;
  for await (const chunk of await writeList({ columns: [{ title: 'Text' }], pages: pages() }, format)) {
    size += chunk.length;
    if (size > 500_000) break;
  }
  expect(read).toEqual({ pages: expect.any(Number), isOver: true });
  expect(read.pages).toBeLessThan(1_000);
});

/** Answers of which CSV lets a spreadsheet make something else, or which XML has no way to write. */
const typed = {
  ...aoife,
  firstName: 'SEP 1',
  lastName: '=1+1',
  address: 'Flat 2\r\n1 Old Road\u0001\ufffe',
  locationOfAccident: '_x0041_',
  dateOfAccident: '2026-07-01',
  vehicleReg: '1E5',
  policyNumber: '0012',
};

test('XLSX has the columns of CSV, each answer as text and each date and time as such, by the clocks of London', async () => {
  const { storeClaim, cellsOf, textOf } = await setup();
  await storeClaim(typed, { createdAt: Date.UTC(2026, 6, 1, 23, 30) });
  await storeClaim({ ...typed, dateOfAccident: '20/11/2026', descriptionOfAccident: 'x'.repeat(40_000) });
  const [titles = [], second = [], first = []] = await cellsOf({ form: 'Make a Claim' });
  expect(await textOf({ form: 'Make a Claim' })).toContain(`\ufeff${toCsv([titles.map(String)])}`);
  const cell = (row: unknown[], title: string) => row[titles.indexOf(title)];
  expect(cell(first, 'Received (London)')).toEqual(new Date('2026-07-02T00:30:00Z'));
  expect(cell(first, 'Date of accident')).toEqual(new Date('2026-07-01T00:00:00Z'));
  expect(cell(second, 'Date of accident')).toBe('20/11/2026');
  expect(cell(second, 'What happened?')).toMatch(/^x{32000,}… \(cut here; the list as CSV has the whole text\)$/);
  const kept = { 'First name': 'SEP 1', 'Last name': '=1+1', Location: '_x0041_', Registration: '1E5', 'Policy number': '0012' };
  for (const [title, text] of Object.entries({ ...kept, Address: 'Flat 2\n1 Old Road' })) expect(cell(first, title)).toBe(text);
});

test('phone numbers are as British offices dial them, with spaces, so that a spreadsheet leaves them as text', async () => {
  const { storeClaim, cellsOf, textOf } = await setup();
  const numbers = {
    '+44 7700 900101': '07700 900101',
    '07700900101': '07700 900101',
    '+353 (0)85 012 3456': '00353 85 012 3456',
    '٠٧٧٠٠ ٩٠٠١٢٣': '07700 900123',
    '0602497996': '06024 97996',
    '+44 20': '+44 20',
    'After six': 'After six',
  };
  for (const phone of Object.keys(numbers)) await storeClaim({ ...aoife, phone });
  const expected = Object.values(numbers).toSorted();
  for (const filter of [{}, { form: 'Make a Claim' }]) {
    const [titles = [], ...rows] = await cellsOf(filter);
    expect(rows.map((row) => row[titles.indexOf('Phone')]).toSorted()).toEqual(expected);
    const csv = await textOf(filter);
    for (const phone of expected) expect(csv).toMatch(new RegExp(`,${csvCell(phone).replaceAll('+', '\\+')},`));
  }
});

test('no cell is a formula in any disguise, and other text is unchanged', () => {
  for (const text of [
    '=1+1',
    '+44 7700',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    ' =1',
    '\u00a0=1',
    '\u200b=1',
    '＝1',
    '＋1',
    '－1',
    '＠x',
    '\u3000＝1',
    '\ufeff=1',
  ])
    expect(csvCell(text).replace('"', '')).toMatch(/^'/);
  for (const text of ['Aoife', "O'Neil", '07700 900101', 'a-b', '1=1', '小明', '']) expect(csvCell(text)).toBe(text);
  expect(csvCell('a,"b"\nc')).toBe('"a,""b""\nc"');
  expect(csvCell(aoife.descriptionOfAccident ?? '')).toMatch(/^"[^"]*"$/);
});

test('a file is the same, byte for byte, as before it was written by a library', () => {
  const cells = [
    ...['', 'Aoife', "O'Neil", 'a,b', 'a;b', 'say "so"', 'two\nlines', 'two\r\nlines', 'a\rb', 'tab\there', ' before', 'after '],
    ...['\u00a0wide', '=1+1', '-5', '@x', '\t=1', '+44 7700', '小明', '\ufeffmark', '\0nul', 'a\u2028b', '"', "'quoted'"],
  ];
  const asBefore = (text: string) => {
    const safe = /^[\s\p{Z}\p{Cf}]*[=+\-@]|^[\t\r]/u.test(text.normalize('NFKC')) ? `'${text}` : text;
    return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  for (const first of cells) {
    const row = [first, ...cells];
    expect(toCsv([row, row])).toBe(`${row.map(asBefore).join(',')}\r\n`.repeat(2));
  }
});
