// Protects: a draft that another page has taken over is one draft, with its photographs, and a page from memory shows what became of it.
import { expect, test } from 'vitest';
import { roadside } from '#forms/roadside.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { createConnectedDevice } from '#testing/device.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { openTestPage, type TestPage } from '#testing/open-test-page.ts';
import { createWebStorage } from '#testing/web-storage.ts';

/** What a page has of a draft that was typed on another one. */

const photograph = (name: string) => new File(['a photograph'], name, { type: 'image/jpeg' });

test('The photographs of a closed tab are taken over with its draft, and are sent with it', async () => {
  const { inTab } = await createBrowser();
  await inTab(async (page) => {
    page.fill(idris);
    await page.choose(photograph('car.jpg'));
  });
  await inTab(async (page) => {
    expect(page.read().values.name).toBe(idris.name);
    expect(await page.chosen()).toMatchObject([{ name: 'car.jpg' }]);
    await page.submit();
    expect(page.read().receipt).not.toBeNull();
    expect(await page.waiting()).toMatchObject([{ state: { kind: 'accepted' }, photographs: 1 }]);
    expect(await page.chosen()).toEqual([]);
  });
});

test('Photographs of a tab in which nothing was typed are its own', async () => {
  const { inTab } = await createBrowser();
  const session = createWebStorage();
  await inTab((page) => page.choose(photograph('mine.jpg')), session);
  await inTab(async (page) => {
    page.fill(idris);
    expect(await page.chosen()).toEqual([]);
  });
  // Reloaded, its tab has them still, with what was typed on the device since.
  await inTab(async (page) => {
    expect(await page.chosen()).toMatchObject([{ name: 'mine.jpg' }]);
    expect(page.read().values.name).toBe(idris.name);
  }, session);
});

test('A page that comes back from memory shows the receipt of what its tab has sent since, and nothing that was typed', async () => {
  const { inTab, dispatch } = await createBrowser();
  const session = createWebStorage();
  const left = await inTab(async (page) => page.fill(idris), session);
  const sent = await inTab((page) => page.submit(), session);
  await inTab(async () => void dispatch('pageshow', { persisted: true }), session);
  const reference = sent.read().receipt?.reference ?? 'none';
  expect(left.read()).toMatchObject({ receipt: { reference }, values: { name: '' } });
});

test('A page that comes back from memory keeps what was typed into it', async () => {
  const { inTab, dispatch } = await createBrowser();
  const session = createWebStorage();
  const left = await inTab(async (page) => page.fill(idris), session);
  await inTab(async () => void dispatch('pageshow', { persisted: true }), session);
  expect(left.read().values).toMatchObject(idris);
});

async function createBrowser() {
  const browser = createConnectedDevice(await createTestApp({ RATE_LIMIT: 'off' }));
  return {
    ...browser,
    inTab: async (act: (page: TestPage) => Promise<void>, session = createWebStorage()) => {
      const page = await openTestPage(roadside);
      const attachAndAct = async () => {
        await page.attach();
        await act(page);
      };
      await browser.tab(attachAndAct, undefined, session);
      return page;
    },
  };
}
