// Protects: the receipt of what waited is shown once, in one tab.
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { ready } from './harness/browser.ts';
import { fill, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';
import { endpoint, failToSend, keptToSend, panelOf, storedClaims, waitingLoaded } from './harness/waiting.ts';

const journey = setupJourney();
const expected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION/;
const tenMinutesMs = 10 * 60_000;

/** Longer than a tab that is awake takes to read a receipt. */
const sleepMs = 4_000;

test('A tab that slept while another one sent its claim shows the receipt with the private link', async () => {
  const { page } = await sendWhileAsleep('Asleep');
  await page.getByRole('link', { name: 'Your claim: add photographs, see what happens next' }).waitFor();
  expect(await referenceOn(page)).toBe(storedClaims(journey.product, 'Asleep')[0]?.reference);
});

test('A receipt that was shown is not shown again: not after a reload over that of a later claim, and in no tab opened since', async () => {
  const { page, other } = await sendWhileAsleep('First of two');
  const first = await referenceOn(page);
  await fill(page, { ...aoife, lastName: 'Second of two' });
  await submit(page);
  await expect.poll(() => referenceOn(page)).not.toBe(first);
  const second = await referenceOn(page);
  await page.reload();
  await listRead(await ready(page));
  expect(await referenceOn(page)).toBe(second);

  await other.reload();
  await listRead(await ready(other));
  expect(await other.getByText('We have your claim.').count()).toBe(0);
  const later = await page.context().newPage();
  await later.goto(`${journey.product.url}/make-a-claim`);
  await listRead(await ready(later));
  expect(await later.locator('.receipt').count()).toBe(0);
});

test('While photographs of a claim are still being sent, a reload keeps the receipt of the claim after it', async () => {
  const page = await journey.visit('/roadside', { expected });
  await page.route('**/your-claim/files**', (route) => route.abort('connectionreset'));
  const answers = { name: 'Photographs First', phone: '07700 900611', locationOfAccident: 'M25 J26', consent: 'yes' };
  await fill(page, answers);
  await waitingLoaded(page);
  const files = [{ name: 'first.jpg', mimeType: 'image/jpeg', buffer: evidenceFiles.jpeg() }];
  await page.getByLabel('Photographs (optional)').setInputFiles(files);
  await page.getByText('1 photograph will be sent with it.').waitFor();
  await submit(page);
  const first = await referenceOn(page);
  const waiting = panelOf(page).getByText('Waiting to be sent: 1 photograph of your claim');
  await waiting.waitFor();
  await fill(page, { ...answers, name: 'Another Accident', phone: '07700 900612', locationOfAccident: 'A13, Barking' });
  await submit(page);
  await expect.poll(() => referenceOn(page)).not.toBe(first);
  const second = await referenceOn(page);
  await page.reload();
  await waiting.waitFor();
  expect(await referenceOn(page)).toBe(second);
  // The receipt of the first one may be gone with its tab.
  await panelOf(page).getByText(first, { exact: true }).waitFor();
  const link = panelOf(page).getByRole('link', { name: 'see what happens next' });
  expect(await link.getAttribute('href')).toMatch(/\/your-claim\/[\w-]{40}$/);
});

test('Ten minutes after its receipt was shown, the private link is no longer kept to be shown', async () => {
  const { page } = await sendWhileAsleep('Ten minutes', true);
  const link = await page.getByRole('link', { name: 'Your claim: add photographs' }).getAttribute('href');
  const token = String(link?.split('/').at(-1));
  expect(token.length).toBeGreaterThan(10);
  expect(await keptToSend(page)).toContain(token);
  await page.context().clock.setSystemTime(Date.now() + 2 * tenMinutesMs);
  await page.reload();
  await expect.poll(() => keptToSend(page)).not.toContain(token);
});

/** A claim waits in a tab that is put away, as phones do; another tab sends it and shows the receipt; the first one is opened again. */
async function sendWhileAsleep(lastName: string, setsClock = false): Promise<{ page: Page; other: Page }> {
  const page = await journey.visit('/make-a-claim', { expected, setsClock });
  const context: BrowserContext = page.context();
  await failToSend(page, lastName, () => context.route(endpoint, (route) => route.abort('connectionreset')));
  await page.goto('about:blank');
  await context.unroute(endpoint);
  const other = await context.newPage();
  await other.goto(`${journey.product.url}/faq`);
  await other.getByText('We have your claim.').waitFor();
  await pause(sleepMs);
  await page.goto(`${journey.product.url}/make-a-claim`);
  await page.locator('.receipt').waitFor();
  return { page, other };
}

/** Waits until the page has read what is kept on the device, which it does once it is loaded. */
async function listRead(page: Page): Promise<void> {
  await waitingLoaded(page);
  await page.evaluate(() => new Promise((done) => setTimeout(done, 1_000)));
}

async function referenceOn(page: Page): Promise<string> {
  return (await page.locator('.receipt-reference').textContent()) ?? '';
}
