// Protects: a number plate is read in one way in a form, in a text and in a search, and words that are none are not.
import { expect, test } from 'vitest';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { plateKey, platesIn, platesOf } from './plates.ts';

const databases = testDatabases();

/** Every age of plate as it is issued, and other ways to write it. */
const plates: [issued: string, ...others: string[]][] = [
  [
    'AB12 CDE',
    'ab12cde',
    'AB 12 CDE',
    'ab12-cde',
    'A812 CDE',
    'AB I2 CDE',
    'AB1Z CDE',
    'ＡＢ１２ ＣＤＥ',
    'AB১২ CDE',
    'ab ١٢ cde',
  ],
  ['LX51 OBS', 'LXSI 0B5', 'lx5i o8s'],
  ['A123 BCD', 'a123bcd', 'A 123 BCD', 'A-123-BCD', 'AI23 8CD', 'A12３BCD'],
  ['Q123 ABC', 'q 123 abc', 'Q1Z3 A8C'],
  ['ABC 123D', 'abc123d', 'ABC 123 D', 'A8C I23D'],
  ['AIG 1234', 'aig1234', 'A1G 1234', 'AIG-I234'],
  ['1234 AIG', '1234aig', 'I234 A1G'],
  ['A 1', 'a1', 'A-1', 'A I'],
  ['1 A', '1a', 'I A'],
  ['ABC 123', 'abc123', 'ABC I23', 'A8C-123'],
  ['123 ABC', '123abc', 'I23 A8C'],
  ['123 AB', '123ab', 'I23 A8'],
  ['12345'],
  ['123 D 456', '123D456', '123-d-456', 'I23 D 4S6'],
  ['12 AB 34', '12ab34', '12-AB-34', '1Z A8 34'],
];

test.each(plates)('%s and its other spellings are one plate, and no other one', (issued, ...others) => {
  for (const written of [issued, ...others]) {
    expect([written, platesOf(written).map(plateKey)]).toEqual([written, [plateKey(issued)]]);
    for (const [another] of plates.filter(([one]) => one !== issued))
      expect(platesOf(another).map(plateKey)).not.toEqual([plateKey(written)]);
  }
});

const none = ['', 'unknown', 'None', 'N/A', 'no', 'TBC', 'not sure yet', '1234', '07700 900101', 'a red van with a ladder'];

test.each([...none, 'No idea', 'Nissan', 'Volvo', '000000', '01/05/28'])(
  'what is typed into the field for a plate, %j, is none',
  (typed) => expect(platesOf(typed)).toEqual([]),
);

test.each([
  ['LX21 ABC or maybe LX21 ABD', ['lx21abc', 'lx21abd']],
  ['my van: AIG 1234', ['aig1234']],
  ['B-AB 1234', ['bab1234']],
  ['131-D-12345', ['131d12345']],
])('a field with %s has %j', (typed, found) => expect(platesOf(typed)).toEqual(found));

test.each([
  ['I was hit by LX21ABC, then lx22 abd drove off.', ['lx21abc', 'lx22abd']],
  ['A black Golf (A123 BCD), a Mini ABC 123D and a tractor Q123ABC.', ['a123bcd', 'abc123d', 'q123abc']],
  ['The van was MK 19 ABD, the bus AIG 1234, the lorry LX2I ABC.', ['mk19abd', 'aig1234', 'lx2iabc']],
  ['গাড়ি LX২১ABC', ['lx21abc']],
  ['It was an embassy car, 123 D 456, and an army truck 12 AB 34.', ['123d456', '12ab34']],
  ['We met on 12 May on the M25 and the A1, in 2021, at 10 pm, on the A13 car park.', []],
  ['My policy is 0012345678, claim 12345/AB, ref 7F4M-9TQX, ring 07700 900101 or 020 7946 0505.', []],
  ['I live at IG11 8ZZ, near BS1 5TR, and SW1A 2AA. It is session 5 of 10, I am 30 and he 52.', []],
  ['ON 12 MAY AT 10 THE VAN ON THE M25 AND A123 CAR PARK', []],
])('the text %j has the plates %j', (text, found) => {
  expect(platesIn(text).map(({ plate }) => plate)).toEqual(found);
});

test('a plate is found in the form and in what was written, with spaces or without, and with letters for digits', async () => {
  const { app, desk, storeClaim } = await createTestDesk(await databases.open());
  const names = async (search: string) => (await desk.inbox(olu, { search })).rows.map(({ name }) => name);
  let count = 0;
  const claimOf = (firstName: string, data: object) => {
    count += 1;
    // A reference that was made up could begin with what is searched for.
    return storeClaim({ ...aoife, firstName, lastName: 'X', vehicleReg: '', ...data }, { reference: `KKKK-KKK${count}` });
  };
  await claimOf('Typed', { vehicleReg: 'LX21 ABC' });
  await claimOf('Mistyped', { vehicleReg: 'lx2i a8c' });
  await claimOf('Joined', { descriptionOfAccident: 'Then LX21ABC hit me.' });
  await claimOf('Spaced', { descriptionOfAccident: 'Then LX21 ABC hit me.' });
  await claimOf('Capitals', { descriptionOfAccident: 'Then LX2I ABC hit me on 12 May.' });
  await claimOf('Old', { vehicleReg: 'A 1' });
  await claimOf('Road', { locationOfAccident: 'On the A1, junction M25', descriptionOfAccident: 'On 12 May in 2021.' });
  const message = { id: 'm', submission_id: await claimOf('Wrote', {}), at: tenOClock, text: 'It was lx21 abc' };
  await app.db.db.insertInto('messages').values(message).execute();
  const all = ['Typed', 'Mistyped', 'Joined', 'Spaced', 'Capitals', 'Wrote'];
  const table: [string, string[]][] = [
    ...['LX21 ABC', 'lx21abc', 'LX2I-A8C', 'lx 21 abc'].map((typed): [string, string[]] => [typed, all]),
    ['LX21 ABC capitals', ['Capitals']],
    ['2iab', ['Typed', 'Mistyped']],
    ['A 1', ['Old']],
    ['A I', ['Old']],
    ['A1', ['Old', 'Road']],
    ['on 12 may', ['Capitals', 'Road']],
    ['M25', ['Road']],
    ['in 2021', ['Road']],
    ['A 2', []],
  ];
  for (const isIndexed of [false, true]) {
    if (isIndexed) await desk.indexNow();
    for (const [typed, found] of table)
      expect([typed, (await names(typed)).toSorted()]).toEqual([typed, found.map((name) => `${name} X`).toSorted()]);
  }
  expect(await desk.inbox(olu, { search: 'A 2' })).toMatchObject({ isSearchTooShort: false });
});
