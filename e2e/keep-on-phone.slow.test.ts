// Protects: the offer to keep the site on the phone comes once, where it can be taken.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { harpreet } from '#testing/fixtures/enquirers.ts';
import { aoife, bo, lukasz } from '#testing/fixtures/people.ts';
import { ready } from './harness/browser.ts';
import { type Answers, fill, submit } from './harness/fill.ts';
import { linksIn, readPage } from './harness/html.ts';
import { setupJourney } from './harness/journey.ts';

const journey = setupJourney();
const phone = { viewport: { width: 375, height: 667 }, hasTouch: true };

test.each<[string, string, string | null]>([
  ['the browser’s own question', 'Keep this on your phone', 'prompt'],
  ['a refusal', 'No, thanks', 'prompt'],
  ['a sentence on an iPhone, whose browser has no such question', 'Close', null],
])('the offer comes after a claim was sent, goes with one tap on %s, and never comes again', async (_, button, way) => {
  const page = await journey.newPage(phone);
  if (!way) await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'standalone', { value: false }));
  await page.goto(`${journey.product.url}/make-a-claim`);
  await ready(page);
  if (way) await offerInstall(page);
  expect(await offer(page).count()).toBe(0);
  await send(page, aoife);
  if (!way) await offer(page).getByText('To keep this on your phone: tap Share, then Add to Home Screen.').waitFor();
  await offer(page).getByRole('button', { name: button }).tap();
  await offer(page).waitFor({ state: 'detached' });
  const asked = await page.evaluate(() => (window as unknown as Partial<Asked>).asked ?? 0);
  expect(asked).toBe(button === 'Keep this on your phone' ? 1 : 0);
  expect(await page.evaluate(() => document.activeElement?.classList.contains('receipt'))).toBe(true);

  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`${journey.product.url}/make-a-claim`);
  await offerInstall(await ready(page));
  await send(page, bo);
  expect(await offer(page).count()).toBe(0);
});

test('the offer does not come where the browser has no way, where the site is kept already, on a computer, and after a message', async () => {
  for (const [path, answers, isKept, options] of [
    ['/make-a-claim', aoife, null, phone],
    ['/make-a-claim', bo, true, phone],
    ['/make-a-claim', lukasz, false, { viewport: { width: 1280, height: 800 } }],
    ['/contact', harpreet, false, phone],
  ] as const) {
    const page = await journey.newPage(options);
    if (isKept) await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'standalone', { value: true }));
    await page.goto(journey.product.url + path);
    await ready(page);
    if (isKept !== null) await offerInstall(page);
    if (path === '/contact') await sendForm(page, answers);
    else await send(page, answers);
    expect(await offer(page).count(), path).toBe(0);
  }
});

test('the shortcuts of the installed site open pages that are saved, one of them at the number to call', async () => {
  const { shortcuts, icons } = (await journey.product.request('/site.webmanifest')).json() as unknown as Manifest;
  expect(shortcuts.map(({ name, url }) => [name, url])).toEqual([
    ['Report an accident', '/roadside'],
    ['Call', '/contact#call'],
  ]);
  for (const { src } of icons) expect((await journey.product.request(src)).status, src).toBe(200);
  expect(icons.filter(({ purpose }) => purpose === 'maskable').map(({ sizes }) => sizes)).toEqual(['192x192', '512x512']);
  const { document } = await readPage(journey.product, '/contact');
  expect(linksIn(document, '#call')).toEqual([`tel:${site.helpline.tel}`]);
});

type Manifest = {
  shortcuts: { name: string; url: string }[];
  icons: { src: string; sizes: string; purpose?: string }[];
};

type Asked = { asked: number };

/** Offers to install the site as Chromium does on a phone; without windows it never does. */
async function offerInstall(page: Page): Promise<void> {
  const isTaken = await page.evaluate(() => {
    const asked = Object.assign(window, { asked: 0 });
    const prompt = () => {
      asked.asked += 1;
      return Promise.resolve();
    };
    return !dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
  });
  expect(isTaken).toBe(true);
}

const offer = (page: Page) => page.getByRole('region', { name: 'Keep this on your phone' });

/** Sends a claim, and waits until what follows its receipt is drawn, which comes with the place that says whether a form waits. */
async function send(page: Page, answers: Answers): Promise<void> {
  await sendForm(page, answers);
  await page.locator('section.send-state').waitFor({ state: 'attached' });
}

async function sendForm(page: Page, answers: Answers): Promise<void> {
  await fill(page, answers);
  await submit(page);
  await page.locator('.receipt-reference').waitFor();
}
