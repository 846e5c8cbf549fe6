// Protects: photographs that were chosen for a form stay with what was typed, through reloads, "Clear" and a clock that is put right.
import { expect, test, vi } from 'vitest';
import { day } from '#forms/durations.ts';
import { roadside } from '#forms/roadside.ts';
import { createConnectedBrowser } from '#testing/connected-browser.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import type { TestPage } from '#testing/open-test-page.ts';
import { createWebStorage } from '#testing/web-storage.ts';

const photographs = ['one.jpg', 'two.jpg'].map((name) => new File(['a photograph'], name, { type: 'image/jpeg' }));

const namesIn = async (page: TestPage) => (await page.chosen()).map(({ name }) => name);

/** How many photographs wait with what was sent. */
const sentWith = async (page: TestPage) => {
  await page.submit();
  return (await page.waiting()).map(({ photographs: count }) => count);
};

test('After a reload they are there, one can be taken away, and the others go with the form', async () => {
  const { inTab } = await createConnectedBrowser();
  const session = createWebStorage();
  await inTab(roadside, chooseAll, session);
  await inTab(
    roadside,
    async (page) => {
      expect(await namesIn(page)).toEqual(['one.jpg', 'two.jpg']);
      await page.takeAway('one.jpg');
      expect(await namesIn(page)).toEqual(['two.jpg']);
      expect(await sentWith(page)).toEqual([1]);
    },
    session,
  );
});

test('"Clear" takes them away, "Undo" brings them back, and the next person sends none', async () => {
  const { inTab } = await createConnectedBrowser();
  await inTab(roadside, async (page) => {
    await chooseAll(page);
    await page.clear();
    expect(await namesIn(page)).toEqual([]);
    await page.undo();
    expect([await namesIn(page), page.read().values.name]).toEqual([['one.jpg', 'two.jpg'], idris.name]);
    await page.clear();
    page.fill({ ...idris, name: 'The Next Person' });
    expect(await sentWith(page)).toEqual([]);
  });
});

test('A form that was cleared in a copy of its tab has none any more', async () => {
  const { inTab } = await createConnectedBrowser();
  const session = createWebStorage();
  const original = await inTab(roadside, chooseAll, session);
  const copy = createWebStorage();
  for (let index = 0; index < session.length; index += 1) {
    const name = String(session.key(index));
    copy.setItem(name, String(session.getItem(name)));
  }
  await inTab(
    roadside,
    async (page) => {
      expect(await namesIn(page)).toHaveLength(2);
      await page.clear();
    },
    copy,
  );
  await inTab(roadside, async () => expect(await sentWith(original)).toEqual([]), session);
});

test('Those of a draft that its tab still shows outlive a clock that was days behind and is put right', async () => {
  const { inTab } = await createConnectedBrowser();
  const session = createWebStorage();
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 2 * day);
  await inTab(roadside, chooseAll, session);
  vi.restoreAllMocks();
  await inTab(roadside, async (page) => expect(await sentWith(page)).toEqual([2]), session);
});

async function chooseAll(page: TestPage): Promise<void> {
  page.fill(idris);
  await page.choose(...photographs);
}
