// Protects: without a network and without the notice script the page says that sending failed, and keeps what was typed.
import { expect, test } from 'vitest';
import { notices } from '#forms/errors.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { ready } from './harness/browser.ts';
import { fill, formOf, readForm, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';

const journey = setupJourney();

test('Without a network and without the notice script a plain notice says so, and the form keeps its values', async () => {
  const page = await journey.newPage({ expected: /ERR_FAILED|ERR_INTERNET_DISCONNECTED|dynamically imported module/ });
  await page.route('**/assets/notice-island-*.js', (route) => route.abort());
  await page.goto(`${journey.product.url}/make-a-claim`);
  await ready(page);
  await fill(page, aoife);
  await page.context().setOffline(true);
  await submit(page);
  await page.getByText(notices.failure.title, { exact: true }).waitFor();
  await page.getByText(notices.failure.fallback, { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Submit Claim' }).waitFor();
  expect(await formOf(page).locator('button[type="submit"]').isEnabled()).toBe(true);
  expect(await readForm(page)).toEqual(aoife);
});
