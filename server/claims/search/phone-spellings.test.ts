// Protects: whoever typed a number, in whatever digits, is found by each of its spellings: by search, find-a-person and a new claim.
import { expect, test } from 'vitest';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife, lukasz } from '#testing/fixtures/people.ts';
import { olu } from '#testing/fixtures/test-staff.ts';

const databases = testDatabases();

/** What somebody typed, and by what they are looked for. */
const looked: [typed: string, ...spellings: string[]][] = [
  ['٠٧٧٠٠ ٩٠٠٢٢٥', '07700 900225', '+44 7700 900225', '+44 07700 900225', '+44 (0)7700900225', '447700900225', '০৭৭০০ ৯০০২২৫'],
  ['نمبر ۰۷۷۰۰ ۹۰۰۳۳۱ یا 020 7946 0019 x12', '07700 900331', '+44 20 7946 0019', '442079460019', '020 7946 0019 ext 14'],
  ['Text me on 07700 900447 after 6pm', '0044 7700 900447', '੦੭੭੦੦ ੯੦੦੪੪੭', '０７７００ ９００４４７'],
  ['+353 (0)85 012 3456', '085 012 3456', '00353 85 012 3456', '353850123456', '٠٨٥ ٠١٢ ٣٤٥٦'],
  ['048 9649 6001', '028 9649 6001', '+44 28 9649 6001', '02896496001', '048 9649 6001'],
  ['12345678 after 6pm', '12345678', '１２３４５６７８'],
];

async function setup() {
  const testDesk = await createTestDesk(await databases.open());
  const { desk } = testDesk;
  const searched = async (search: string) => (await desk.inbox(olu, { search })).rows.map(({ id }) => id);
  const person = async (contact: string) => (await desk.findPerson(olu, contact)).map(({ id }) => id);
  const known = async (phone: string) => (await desk.matches(olu, { phone, registration: '' })).map(({ id }) => id);
  return { ...testDesk, searched, person, known };
}

test('a claim is found by every spelling of its number, before it is indexed and after', async () => {
  const { desk, storeClaim, searched, person, known } = await setup();
  const ids = await Promise.all(looked.map(([phone]) => storeClaim({ ...lukasz, phone })));
  for (const find of [searched, known, person, searched, known])
    for (const [index, [, ...spellings]] of looked.entries())
      for (const spelling of spellings) expect([spelling, await find(spelling)]).toEqual([spelling, [ids[index]]]);
  expect(await searched('٩٠٠٢٢٥')).toEqual([ids[0]]);
  expect(await searched('+353 85 01')).toEqual([ids[3]]);
  const inText = await storeClaim({ ...aoife, descriptionOfAccident: 'Their number: ੦੭੭੦੦ ੯੦੦੫੫੧.' });
  expect(await searched('Aoife +44 (0)7700 900551')).toEqual([inText]);
  await desk.indexNow();
  expect(await searched('Aoife +44 (0)7700 900551')).toEqual([inText]);
});

test('a person is found by the number that a correction replaced', async () => {
  const { desk, storeClaim, person } = await setup();
  const id = await storeClaim({ ...lukasz, phone: '٠٧٧٠٠ ٩٠٠٢٢٥' });
  const answers = JSON.stringify({ phone: ['٠٧٧٠٠ ٩٠٠٢٢٥', '07700 900999'] });
  expect(await desk.runAction(olu, id, { type: 'answers corrected', answers })).toMatchObject({ kind: 'done' });
  for (const contact of ['07700 900225', '+44 7700 900999']) expect(await person(contact)).toEqual([id]);
});

test('what an earlier release has indexed is indexed anew, and a person in it found at once', async () => {
  const { desk, storeClaim, database, searched, person } = await setup();
  const [first, second] = [
    await storeClaim({ ...aoife, phone: '٠٧٧٠٠ ٩٠٠٢٢٥' }),
    await storeClaim({ ...aoife, phone: '048 9649 6001' }),
  ];
  const asBefore = async () => {
    await database.db.deleteFrom('indexed_submissions').execute();
    const rows = [first, second].map((submission_id) => ({ submission_id, created_at: tenOClock, terms: '["aoife"]' }));
    await database.db.insertInto('indexed_submissions').values(rows).execute();
    await database.db.deleteFrom('search_queue').execute();
  };
  await asBefore();
  expect(await searched('07700 900225')).toEqual([]);
  await desk.indexNow();
  expect(await searched('07700 900225')).toEqual([first]);
  await asBefore();
  expect(await person('028 9649 6001')).toEqual([second]);
});
