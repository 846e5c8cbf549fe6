// Protects: a claim is found while somebody types, by anything that a caller says, and the trail has what was searched for once.
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife, bo } from '#testing/fixtures/people.ts';
import { olu } from '#testing/fixtures/test-staff.ts';

const databases = testDatabases();

async function setup() {
  const testDesk = await createTestDesk(await databases.open('sqlite'));
  const { desk, storeClaim, events } = testDesk;
  onTestFinished(() => desk.close());
  await storeClaim({ ...aoife, additionalInfo: 'A silver one. The other driver is with Norfolk Mutual.' });
  await storeClaim(bo, { contentHash: 'another' });
  return {
    ...testDesk,
    found: async (text: string) => (await desk.searchFirst(olu, text))?.map(({ name }) => name) ?? null,
    searched: async () => (await events()).filter(({ action }) => action === 'searched').length,
  };
}

test('a name with one wrong letter, three digits of a phone, part of a plate, make, colour, postcode, place, insurer or reference', async () => {
  const { desk, storeClaim, found } = await setup();
  const [row] = (await desk.searchFirst(olu, 'aoife')) ?? [];
  const typed = [
    ...['aoi', "o'neil", 'o’niel', '900101', '010', '0090', 'b77', '7zzt', 'kia silver', 'ig11', 'ig119zz'],
    ...['longbridge', 'barking', 'norfolk mutual', 'sample taxi', row?.reference.slice(0, 4) ?? '', row?.reference ?? ''],
  ];
  for (const isIndexed of [false, true]) {
    if (isIndexed) await desk.indexNow();
    for (const text of typed) expect([text, await found(text)]).toEqual([text, ["Aoife O'Neil"]]);
  }
  expect([await found('a'), await found(''), await found('zzzz')]).toEqual([null, null, []]);
  for (let index = 0; index < 14; index += 1) await storeClaim({ ...aoife, firstName: 'Many' }, { contentHash: `${index}` });
  expect(await found('many'), 'the newest that fit on a screen').toHaveLength(12);
});

test('what is typed letter by letter is recorded once somebody rests, and before the process ends', async () => {
  const { desk, found, searched } = await setup();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  for (const text of ['ao', 'aoi', 'aoif', 'aoife']) await found(text);
  expect(await searched()).toBe(0);
  await vi.advanceTimersByTimeAsync(2_000);
  await expect.poll(searched).toBe(1);
  await found('bo');
  await desk.close();
  expect(await searched()).toBe(2);
});

test('each search that is not the beginning of the next is recorded, however fast they come, and letters taken away are not', async () => {
  const { found, searched } = await setup();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  for (const text of ['bo', 'aoife', 'ao', 'bob']) await found(text);
  await vi.advanceTimersByTimeAsync(2_000);
  await expect.poll(searched).toBe(4);
  for (const text of ['norfolk', 'norfol', 'norfo', 'norf', 'norfolk mutual']) await found(text);
  await vi.advanceTimersByTimeAsync(2_000);
  await expect.poll(searched).toBe(6);
});
