// Protects: what belongs to a form that was posted before hydration goes to its claim, and what was typed below the receipt stays.
import { expect, test } from 'vitest';
import { uploadsPath } from '#forms/evidence-rules.ts';
import { roadside } from '#forms/roadside.ts';
import { createConnectedDevice } from '#testing/connected-device.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { openTestPage, type TestPage } from '#testing/open-test-page.ts';
import { createWebStorage } from '#testing/web-storage.ts';

const link = `https://kerbside.example/your-claim/${'x'.repeat(40)}`;
const receipt = { kind: 'accepted' as const, reference: '7F4M-9TQX', createdAt: 0, link };

test('What was typed below the receipt of a post comes back when its page is loaded again', async () => {
  const { inTab } = await createBrowser();
  await inTab(async (page) => {
    await page.attach(receipt);
    page.fill({ name: 'Another accident' });
  });
  const again = await inTab((page) => page.attach(receipt));
  expect(again.read()).toMatchObject({ receipt: { reference: '7F4M-9TQX' }, values: { name: 'Another accident' } });
});

test('Photographs that were chosen before a form was posted follow it to its claim, and those chosen after it do not', async () => {
  const { inTab, session, setTrouble, server } = await createBrowser();
  setTrouble((request) =>
    request.url.includes(uploadsPath) ? Promise.reject(new TypeError('Failed to fetch')) : server(request),
  );
  await inTab(async (page) => {
    await page.attach();
    page.fill(idris);
    await page.choose(photograph('before.jpg'));
  });
  // What the page of the receipt does before hydration.
  session.setItem('posted-photographs:roadside', String(session.getItem('photographs:roadside')));
  for (const name of ['photographs:roadside', 'draft:roadside']) session.removeItem(name);
  await inTab(async (page) => {
    window.localStorage.removeItem('draft:roadside');
    const { sendPostedPhotographs } = await import('./posted-photographs.ts');
    await page.attach(receipt);
    await page.choose(photograph('after.jpg'));
    for (let time = 0; time < 2; time += 1) await sendPostedPhotographs(roadside);
    expect(await page.chosen()).toMatchObject([{ name: 'after.jpg' }]);
    const state = { kind: 'accepted', receipt: { reference: '7F4M-9TQX', link } };
    expect(await page.waiting()).toMatchObject([{ state, photographs: 1 }]);
  });
  expect(session.getItem('posted-photographs:roadside')).toBeNull();
});

const photograph = (name: string) => new File(['a photograph'], name, { type: 'image/jpeg' });

async function createBrowser() {
  const browser = createConnectedDevice(await createTestApp({ RATE_LIMIT: 'off' }));
  const session = createWebStorage();
  return {
    ...browser,
    session,
    inTab: async (act: (page: TestPage) => Promise<void>) => {
      const page = await openTestPage(roadside);
      await browser.tab(() => act(page), undefined, session);
      return page;
    },
  };
}
