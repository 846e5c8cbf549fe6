// Protects: a page that is left while it sends loses nothing and sends once.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { readStore } from '#testing/read-store.ts';
import { ready } from './harness/browser.ts';
import { fill, readForm, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';
import { panelOf } from './harness/waiting.ts';

/** A form is left before its response has arrived. */
const journey = setupJourney();
const endpoint = '**/functions/v1/send-form-email';

test('a reload while it is being sent makes no second claim, and the page has its receipt', async () => {
  const page = await journey.visit('/make-a-claim', { expected: /ERR_FAILED|ERR_ABORTED/ });
  const answers = { ...aoife, lastName: 'Reloaded' };
  const { stored: reached } = await withholdResponses(page);
  await fill(page, answers);
  await submit(page);
  await reached;
  await page.unroute(endpoint);
  await page.reload();
  await page.locator('.receipt').waitFor();
  expect(stored('Reloaded').map(({ reference }) => reference)).toEqual([await referenceOn(page)]);
});

test.each(['before the server has it', 'before the answer'])(
  'a tab that is closed while it sends, %s, leaves the claim to the next page, which sends it once',
  async (moment) => {
    const page = await journey.visit('/make-a-claim', { expected: /ERR_FAILED|ERR_ABORTED/ });
    const lastName = `Closed ${moment}`;
    const { promise: isPosted, resolve: posted } = Promise.withResolvers<void>();
    await page.route(endpoint, async (route) => {
      if (moment === 'before the answer') await route.fetch();
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
  },
);

/** Passes each request on, and lets no response arrive. `stored`: one has reached the server. */
function withholdResponses(page: Page): Promise<{ stored: Promise<void> }> {
  const { promise: stored, resolve } = Promise.withResolvers<void>();
  return page.route(endpoint, (route) => route.fetch().then(() => resolve())).then(() => ({ stored }));
}

async function referenceOn(page: Page): Promise<string> {
  return (await page.locator('.receipt-reference').textContent()) ?? '';
}

function stored(lastName: string) {
  return readStore(journey.product).submissions.filter(({ form_data }) => form_data.lastName === lastName);
}
