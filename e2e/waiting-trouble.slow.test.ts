// Protects: what a full device cannot keep, or our server refuses, stays typed and is sent once.
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { refusals } from '#forms/errors.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { ready } from './harness/browser.ts';
import { fill, readForm, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';
import { endpoint, failToSend, ownAnswer, panelOf, storedClaims, traces, waitingLoaded } from './harness/waiting.ts';

const journey = setupJourney();
const expected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION|status of (422|50\d)/;
const stored = (lastName: string) => storedClaims(journey.product, lastName);

test('A browser that has no room: the form says that it is not sent by itself, and a tap sends it', async () => {
  const page = await journey.newPage({ expected });
  await fillStorage(page);
  await page.goto(`${journey.product.url}/make-a-claim`);
  await ready(page);
  const answers = { ...aoife, lastName: 'Full' };
  await fill(page, answers);
  await waitingLoaded(page);
  await page.context().setOffline(true);
  await submit(page);
  await page.getByText('This browser keeps nothing for us, so it is not sent by itself.').waitFor();
  expect(await page.getByText('Waiting to be sent').count()).toBe(0);
  expect(await readForm(page)).toEqual(answers);
  await page.context().setOffline(false);
  await submit(page);
  await page.locator('.receipt').waitFor();
  expect(stored(answers.lastName)).toHaveLength(1);
});

test('What the server refuses keeps what was typed, and asks; corrected it is sent once', async () => {
  const page = await journey.visit('/make-a-claim', { expected });
  const answers = await failToSend(page, 'Refused');
  const fields = { postcode: 'Enter your answer to: Postcode.' };
  await page.context().route(endpoint, (route) => route.fulfill(ownAnswer(422, { message: refusals.checkAnswers, fields })));
  const tab = await page.context().newPage();
  await page.close();
  await tab.context().setOffline(false);
  await tab.goto(`${journey.product.url}/faq`);
  await panelOf(tab).getByText('Not taken: your claim.').waitFor();
  await panelOf(tab).getByText(refusals.checkAnswers).waitFor();
  await panelOf(tab).getByRole('link', { name: 'Open the form' }).click();
  await tab.waitForURL('**/make-a-claim');
  await tab.getByRole('link', { name: fields.postcode }).waitFor();
  // The summary takes the focus once: what is typed in that moment goes nowhere.
  await tab.locator('.error-summary:focus').waitFor();
  expect(await readForm(tab)).toEqual(answers);

  await tab.context().unroute(endpoint);
  await tab.locator('[name="postcode"]').fill('IG11 8NW');
  await submit(tab);
  await tab.locator('.receipt').waitFor();
  await panelOf(tab).waitFor({ state: 'detached' });
  expect(stored('Refused').map(({ form_data }) => form_data.postcode)).toEqual(['IG11 8NW']);
  await expect.poll(() => traces(tab)).not.toContain('Refused');
});

async function fillStorage(page: Page): Promise<void> {
  const context: BrowserContext = page.context();
  const session = await context.newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: journey.product.url, quotaSize: 1 });
}
