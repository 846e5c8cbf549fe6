import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { fill, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';
import { panelOf, runUntilVisible, waitingLoaded } from './harness/waiting.ts';

/** A device that takes long to store what waits: another tab holds the lock under which something is added. */
const journey = setupJourney();
const expected = /ERR_INTERNET_DISCONNECTED/;
const answers = { name: 'Slow Phone', phone: '07700 900555', locationOfAccident: 'M25 J27', consent: 'yes' };
const keepsNothing = 'This browser keeps nothing for us, so it is not sent by itself.';

test('A claim whose photographs take a minute to be stored waits with them', async () => {
  const { page, store } = await openSlow();
  const photographs = ['one.jpg', 'two.jpg'].map((name) => ({ name, mimeType: 'image/jpeg', buffer: evidenceFiles.jpeg() }));
  await page.getByLabel('Photographs (optional)').setInputFiles(photographs);
  await sendSlowly(page, 60);
  await store();
  await runUntilVisible(page, panelOf(page).getByText('Waiting for signal: your claim and 2 photographs'), 100);
  expect(await page.getByText(keepsNothing).count()).toBe(0);
});

test('A claim that takes twenty seconds to be stored waits', async () => {
  const { page, store } = await openSlow();
  await sendSlowly(page, 20);
  await store();
  await runUntilVisible(page, panelOf(page).getByText('Waiting for signal: your claim'), 100);
  expect(await page.getByText(keepsNothing).count()).toBe(0);
});

test.each([
  ['a claim', 0, 35],
  ['photographs', 1, 125],
])('A device that never stores %s: the form says that it is not sent by itself', async (_, number, seconds) => {
  const { page } = await openSlow();
  const photograph = { name: 'never.jpg', mimeType: 'image/jpeg', buffer: evidenceFiles.jpeg() };
  if (number > 0) await page.getByLabel('Photographs (optional)').setInputFiles([photograph]);
  await sendSlowly(page, seconds - 10);
  await runUntilVisible(page, page.getByText(keepsNothing), 1_000);
});

test('A claim that is accepted while the device stores nothing shows its receipt', async () => {
  const { page } = await openSlow();
  await page.context().setOffline(false);
  const photograph = { name: 'never.jpg', mimeType: 'image/jpeg', buffer: evidenceFiles.jpeg() };
  await page.getByLabel('Photographs (optional)').setInputFiles([photograph]);
  const [response] = await Promise.all([page.waitForResponse((one) => one.request().method() === 'POST'), submit(page)]);
  expect(response.status()).toBe(200);
  await runUntilVisible(page, page.locator('.receipt'), 1_000);
});

/** The form at the roadside without a network, on a stopped clock. `store` lets the device store what it was given. */
async function openSlow(): Promise<{ page: Page; store: () => Promise<void> }> {
  const page = await journey.visit('/roadside', { expected, setsClock: true });
  const tab = await page.context().newPage();
  await tab.goto(`${journey.product.url}/healthz`);
  await tab.evaluate(
    () =>
      new Promise<void>((isHeld) => {
        void navigator.locks.request('kerbside-waiting-adding', () => {
          isHeld();
          return new Promise<void>((resolve) => Object.assign(window, { release: resolve }));
        });
      }),
  );
  await fill(page, answers);
  await waitingLoaded(page);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.context().setOffline(true);
  return { page, store: () => tab.evaluate(() => (window as unknown as { release: () => void }).release()) };
}

/** Sends the form, which is still being sent after these seconds. */
async function sendSlowly(page: Page, seconds: number): Promise<void> {
  const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'POST');
  await submit(page);
  await failed;
  const sending = page.getByRole('button', { name: 'Sending...' });
  await sending.waitFor();
  await expect.poll(() => page.evaluate(async () => (await navigator.locks.query()).pending?.length)).toBe(1);
  await page.clock.runFor(seconds * 1_000);
  expect(await sending.count()).toBe(1);
}
