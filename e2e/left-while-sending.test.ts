import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { readStore } from '#testing/read-store.ts';
import { pageShown, ready } from './harness/browser.ts';
import { fill, readForm, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';

/** A form is left before its response has arrived. */
const journey = setupJourney();
const endpoint = '**/functions/v1/send-form-email';

test('the page left while it is being sent offers the answers again, and sending them again makes no second claim', async () => {
  const page = await journey.visit('/make-a-claim', { expected: /ERR_FAILED|ERR_ABORTED/ });
  const answers = { ...aoife, lastName: 'Left' };
  const { stored: reached } = await withholdResponses(page);
  await fill(page, answers);
  await submit(page);
  await reached;
  await goTo(page, 'FAQ', '/faq');
  await page.unroute(endpoint);
  await goTo(page, 'Make a Claim', '/make-a-claim');
  expect(await readForm(page)).toEqual(answers);
  await submit(page);
  await page.locator('.receipt').waitFor();
  expect(stored('Left').map(({ reference }) => reference)).toEqual([await referenceOn(page)]);
});

test('a reload while it is being sent offers the answers again, and sending them again makes no second claim', async () => {
  const page = await journey.visit('/make-a-claim', { expected: /ERR_FAILED|ERR_ABORTED/ });
  const answers = { ...aoife, lastName: 'Reloaded' };
  const { stored: reached } = await withholdResponses(page);
  await fill(page, answers);
  await submit(page);
  await reached;
  await page.reload();
  await ready(page);
  await page.unroute(endpoint);
  expect(await readForm(page)).toEqual(answers);
  await submit(page);
  await page.locator('.receipt').waitFor();
  expect(stored('Reloaded').map(({ reference }) => reference)).toEqual([await referenceOn(page)]);
});

/** Passes each request on, and lets no response arrive. `stored`: one has reached the server. */
function withholdResponses(page: Page): Promise<{ stored: Promise<void> }> {
  const { promise: stored, resolve } = Promise.withResolvers<void>();
  return page.route(endpoint, (route) => route.fetch().then(() => resolve())).then(() => ({ stored }));
}

async function goTo(page: Page, name: string, path: string): Promise<void> {
  await page.locator('.site-footer').getByRole('link', { name, exact: true }).click();
  await pageShown(page, path);
  await ready(page);
}

async function referenceOn(page: Page): Promise<string> {
  return (await page.locator('.receipt-reference').textContent()) ?? '';
}

function stored(lastName: string) {
  return readStore(journey.product).submissions.filter(({ form_data }) => form_data.lastName === lastName);
}
