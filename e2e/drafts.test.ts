// Protects: what was typed survives reloads and page changes, and is gone once it was sent.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pages } from '#content/pages.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { readStore } from '#testing/read-store.ts';
import { delayScripts, ready } from './harness/browser.ts';
import { fill, readForm, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';
import { panelOf, traces } from './harness/waiting.ts';

const journey = setupJourney();
const note = 'We kept what you typed earlier on this device. Carry on where you stopped.';

test('A draft survives a reload and a page change, and its return is announced', async () => {
  const page = await journey.visit('/make-a-claim');
  await fill(page, aoife);
  await page.reload();
  await ready(page);
  await page.getByText(note).waitFor();
  expect(await readForm(page)).toEqual(aoife);

  await page.locator('.site-footer').getByRole('link', { name: 'FAQ' }).click();
  await page.getByRole('heading', { level: 1, name: pages.faq.heading }).waitFor();
  await page.goBack();
  await page.getByText(note).waitFor();
  expect(await readForm(page)).toEqual(aoife);
});

test('Clear this form empties it for good, and Undo brings it back', async () => {
  const page = await journey.visit('/make-a-claim');
  const untouched = await readForm(page);
  await fill(page, aoife);
  await page.getByRole('button', { name: 'Clear this form' }).click();
  expect(await readForm(page)).toEqual(untouched);
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await readForm(page)).toEqual(aoife);

  await page.getByRole('button', { name: 'Clear this form' }).click();
  await page.reload();
  await ready(page);
  expect(await readForm(page)).toEqual(untouched);
});

test.each(['input', 'submit'])(
  'What was typed before the scripts came is in the form of the next tab, the last event being %s',
  async (last) => {
    const page = await journey.newPage({ expected: /ERR_FAILED|ERR_ABORTED|ERR_INTERNET_DISCONNECTED/ });
    await delayScripts(page);
    await page.goto(`${journey.product.url}/make-a-claim`, { waitUntil: 'commit' });
    await page.locator('main [name="consent"]').waitFor();
    await fill(page, aoife);
    // On a slow line a form is posted before the scripts come. Without signal its answer is the browser's own error page.
    await page.context().setOffline(true);
    if (last === 'submit') await page.evaluate(() => document.querySelector<HTMLFormElement>('form.lead-form')?.requestSubmit());
    const tab = await page.context().newPage();
    await page.close();
    await tab.context().setOffline(false);
    await tab.goto(`${journey.product.url}/make-a-claim`);
    await ready(tab);
    await tab.getByText(note).waitFor();
    expect(await readForm(tab)).toEqual(aoife);
    await tab.getByRole('button', { name: 'Clear this form' }).click();
    expect(await traces(tab)).not.toContain(aoife.email);
  },
);

test('After sending, the device holds only a digest of the answers and the receipt', async () => {
  const page = await journey.visit('/make-a-claim');
  await fill(page, aoife);
  await submit(page);
  await page.locator('.receipt').waitFor();
  const kept = await page.evaluate(() => JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]));
  for (const value of ["O'Neil", 'Barking', aoife.email, aoife.phone]) expect(kept).not.toContain(value);
  const receipt = await page.evaluate(() => JSON.parse(sessionStorage.getItem('receipt:claim') ?? ''));
  expect(Object.keys(receipt).sort()).toEqual(['createdAt', 'emailed', 'kind', 'link', 'reference']);
  expect(await page.evaluate(() => sessionStorage.getItem('draft:claim'))).toBeNull();
});

test.each(['/', '/faq', '/contact', '/make-a-claim'])(
  'a browser that refuses storage shows %s without an error, and leaves it by a link, a reload and Back',
  async (path) => {
    const page = await journey.newPage();
    await refuseStorage(page);
    await page.goto(journey.product.url + path);
    await ready(page);
    await page.locator('.site-footer').getByRole('link', { name: 'Complaints' }).first().click();
    await page.waitForURL('**/complaints');
    await page.reload();
    await ready(page);
    await page.goBack();
    await page.waitForURL(journey.product.url + path);
    await ready(page);
  },
);

test('a browser that refuses storage sends the form all the same, and what could not be sent stays typed', async () => {
  const page = await journey.newPage({ expected: /ERR_FAILED|ERR_CONNECTION/ });
  await refuseStorage(page);
  await page.goto(`${journey.product.url}/make-a-claim`);
  await ready(page);
  const answers = { ...aoife, firstName: 'Nostorage' };
  await fill(page, answers);
  await page.route('**/functions/v1/send-form-email', (route) => route.fetch().then(() => route.abort('connectionreset')));
  await submit(page);
  await panelOf(page).waitFor();
  expect(await readForm(page)).toEqual(answers);
  await page.unrouteAll();
  await submit(page);
  const reference = await page.locator('.receipt-reference').textContent();
  const rows = readStore(journey.product).submissions.filter(({ form_data }) => form_data.firstName === 'Nostorage');
  expect(rows.map((row) => row.reference)).toEqual([reference]);
});

/** Makes a browser that blocks all cookies. */
async function refuseStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('refused', 'SecurityError');
        },
      });
    }
  });
}
