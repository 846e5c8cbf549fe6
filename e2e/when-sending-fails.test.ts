// Protects: where sending fails the page says so and keeps what was typed.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { answerHeader } from '#forms/answer-header.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { readStore } from '#testing/read-store.ts';
import { noticesReady } from './harness/browser.ts';
import { fill, formOf, readForm, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';

const journey = setupJourney();
const endpoint = '**/functions/v1/send-form-email';
const fallback = 'There was a problem with your submission. Please try again.';

test.each([
  ['an error with a message', 503, '{"message":"The store is closed."}', 'Email could not be sent: The store is closed.'],
  ['an error without a message', 500, '{}', fallback],
  ['an error that is not JSON', 502, '<h1>Bad Gateway</h1>', fallback],
  ['something that is no answer of ours', 200, '<h1>Sign in to this Wi-Fi</h1>', fallback],
])('%s: the destructive notice says so and the form keeps its values', async (_, status, body, words) => {
  const page = await journey.visit('/make-a-claim', { expected: /status of 50[0-9]/ });
  await page.route(endpoint, (route) =>
    route.fulfill({ status, contentType: 'application/json', body, headers: { [answerHeader]: '1' } }),
  );
  await fill(page, aoife);
  await submit(page);
  await expectFailure(page, words);
  expect(await page.getByText('Submission Successful').count()).toBe(0);
});

test('Without a network the notice appears and the form keeps its values; afterwards it is sent by itself', async () => {
  const page = await journey.visit('/make-a-claim', { expected: /ERR_INTERNET_DISCONNECTED/ });
  const answers = { ...aoife, email: 'offline@example.com' };
  await fill(page, answers);
  await noticesReady(page);
  await page.context().setOffline(true);
  await submit(page);
  await expectFailure(page, fallback, answers);

  await page.context().setOffline(false);
  await page.getByText('✅ Submission Successful!', { exact: true }).waitFor();
  expect(readStore(journey.product).submissions.filter(({ form_data }) => form_data.email === answers.email)).toHaveLength(1);
});

test('Without a network and without the notice script a plain notice says the same', async () => {
  const page = await journey.newPage({ expected: /ERR_FAILED|ERR_INTERNET_DISCONNECTED|dynamically imported module/ });
  await page.route('**/assets/notice-island-*.js', (route) => route.abort());
  await page.goto(`${journey.product.url}/make-a-claim`);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  await fill(page, aoife);
  await page.context().setOffline(true);
  await submit(page);
  await expectFailure(page, fallback);
});

async function expectFailure(page: Page, words: string, answers = aoife): Promise<void> {
  await page.getByText('Uh oh! Something went wrong.', { exact: true }).waitFor();
  await page.getByText(words, { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Submit Claim' }).waitFor();
  expect(await formOf(page).locator('button[type="submit"]').isEnabled()).toBe(true);
  expect(await readForm(page)).toEqual(answers);
}
