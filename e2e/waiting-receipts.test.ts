// Protects: a receipt stays while photographs of an earlier claim are still being sent.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { fill, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';
import { panelOf, waitingLoaded } from './harness/waiting.ts';

const journey = setupJourney();
const expected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION/;

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

async function referenceOn(page: Page): Promise<string> {
  return (await page.locator('.receipt-reference').textContent()) ?? '';
}
