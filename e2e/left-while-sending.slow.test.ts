// Protects: a browser gives what a closed tab was sending to the next page, which sends it once.
import { expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { readStore } from '#testing/read-store.ts';
import { ready } from './harness/browser.ts';
import { fill, readForm, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';
import { panelOf } from './harness/waiting.ts';

const journey = setupJourney();
const endpoint = '**/functions/v1/send-form-email';

test('a tab that is closed while it sends leaves the claim to the next page, which sends it once', async () => {
  const page = await journey.visit('/make-a-claim', { expected: /ERR_FAILED|ERR_ABORTED/ });
  const lastName = 'Closed';
  const { promise: isPosted, resolve: posted } = Promise.withResolvers<void>();
  await page.route(endpoint, async (route) => {
    await route.fetch();
    posted();
  });
  await fill(page, { ...aoife, lastName });
  await submit(page);
  await isPosted;
  const tab = await page.context().newPage();
  await page.close();
  await tab.goto(`${journey.product.url}/faq`);
  await panelOf(tab).getByText('We have your claim.').waitFor();
  const [row, ...others] = stored(lastName);
  expect(others).toEqual([]);
  await tab.goto(`${journey.product.url}/make-a-claim`);
  await ready(tab);
  expect((await readForm(tab)).lastName).toBe('');
  expect(await tab.locator('.receipt-reference').textContent()).toBe(row?.reference);
});

function stored(lastName: string) {
  return readStore(journey.product).submissions.filter(({ form_data }) => form_data.lastName === lastName);
}
