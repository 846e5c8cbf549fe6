// Protects: the offer to keep the site on the phone comes once, where it can be taken.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { harpreet } from '#testing/fixtures/enquirers.ts';
import { aoife, bo, lukasz } from '#testing/fixtures/people.ts';
import { ready } from './harness/browser.ts';
import { type Answers, fill, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';

const journey = setupJourney();
const phone = { viewport: { width: 375, height: 667 }, hasTouch: true };

describe('The offer to keep the site on the phone', () => {
  test('comes after a claim was sent, asks by the browser’s own question, and never comes again', async () => {
    const page = await journey.visit('/make-a-claim', phone);
    await offerInstall(page);
    expect(await offer(page).count()).toBe(0);
    await send(page, aoife);
    await offer(page).getByRole('button', { name: 'Keep this on your phone' }).tap();
    expect(await page.evaluate(() => (window as unknown as Asked).asked)).toBe(1);
    await offer(page).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.classList.contains('receipt'))).toBe(true);
    await expectNoneAgain(page);
  });

  test('goes with one tap, and never comes again', async () => {
    const page = await journey.visit('/make-a-claim', phone);
    await offerInstall(page);
    await send(page, aoife);
    await offer(page).getByRole('button', { name: 'No, thanks' }).tap();
    await offer(page).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => (window as unknown as Asked).asked)).toBe(0);
    await expectNoneAgain(page);
  });

  test('is a sentence on an iPhone, whose browser has no such question', async () => {
    const page = await journey.newPage(phone);
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'standalone', { value: false }));
    await page.goto(`${journey.product.url}/make-a-claim`);
    await send(await ready(page), aoife);
    await offer(page).getByText('To keep this on your phone: tap Share, then Add to Home Screen.').waitFor();
    await offer(page).getByRole('button', { name: 'Close' }).tap();
    await offer(page).waitFor({ state: 'detached' });
    await expectNoneAgain(page);
  });

  test('does not come where the browser has no way, where the site is kept already, on a computer, and after a message', async () => {
    const page = await journey.visit('/make-a-claim', phone);
    await send(page, aoife);
    expect(await offer(page).count()).toBe(0);

    const kept = await journey.newPage(phone);
    await kept.addInitScript(() => Object.defineProperty(Navigator.prototype, 'standalone', { value: true }));
    await kept.goto(`${journey.product.url}/make-a-claim`);
    await offerInstall(await ready(kept));
    await send(kept, bo);
    expect(await offer(kept).count()).toBe(0);

    const computer = await journey.visit('/make-a-claim', { viewport: { width: 1280, height: 800 } });
    await offerInstall(computer);
    await send(computer, lukasz);
    expect(await offer(computer).count()).toBe(0);

    const message = await journey.visit('/contact', phone);
    await offerInstall(message);
    await sendForm(message, harpreet);
    expect(await offer(message).count()).toBe(0);
  });
});

test('The shortcuts of the installed site open pages that are saved, one of them at the number to call', async () => {
  const { shortcuts, icons } = (await journey.product.request('/site.webmanifest')).json() as unknown as Manifest;
  expect(shortcuts.map(({ name, url }) => [name, url])).toEqual([
    ['Report an accident', '/roadside'],
    ['Call', '/contact#call'],
  ]);
  for (const { src } of icons) expect((await journey.product.request(src)).status, src).toBe(200);
  expect(icons.filter(({ purpose }) => purpose === 'maskable').map(({ sizes }) => sizes)).toEqual(['192x192', '512x512']);
  const page = await journey.visit('/contact#call', phone);
  const call = page.locator('#call');
  expect(await call.getAttribute('href')).toBe(`tel:${site.helpline.tel}`);
  await expect.poll(() => call.evaluate((link) => link.getBoundingClientRect().bottom < innerHeight)).toBe(true);
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

async function expectNoneAgain(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`${journey.product.url}/make-a-claim`);
  await offerInstall(await ready(page));
  await send(page, bo);
  expect(await offer(page).count()).toBe(0);
}
