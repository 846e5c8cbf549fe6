// Protects: what waits can be tried at once, and deleted, and then stays unsent.
import { expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { ready } from './harness/browser.ts';
import { fill, formOf, readForm, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';
import { endlessMs, giveLimits, noLimits } from './harness/time-limits.ts';
import { endpoint, panelOf, storedClaims, traces, waitingLoaded } from './harness/waiting.ts';

const journey = setupJourney();

test('Try now tries at once, and says that it did not get through; deleted, the claim is gone from the device and is not sent', async () => {
  const page = await journey.newPage({ expected: /ERR_FAILED/ });
  // None of the attempts that would soon follow: only the button and the start of the page, which may be late, send.
  await page.addInitScript(giveLimits, { ...noLimits, retrySoon: endlessMs });
  await page.goto(`${journey.product.url}/make-a-claim`);
  await ready(page);
  let attempts = 0;
  await page.route(endpoint, (route) => {
    attempts += 1;
    return route.abort();
  });
  const answers = { ...aoife, lastName: 'Cancelled' };
  await fill(page, answers);
  await waitingLoaded(page);
  await submit(page);
  const panel = panelOf(page);
  await panel.waitFor();
  const before = attempts;
  await panel.getByRole('button', { name: 'Try now' }).click();
  await panel.getByText(/Last tried at \d\d:\d\d\./).waitFor();
  await expect.poll(() => attempts).toBeGreaterThan(before);

  await panel.getByRole('button', { name: 'Do not send it' }).click();
  await panel.getByRole('button', { name: 'No, keep it' }).click();
  await panel.getByRole('button', { name: 'Do not send it' }).click();
  await panel.getByRole('button', { name: 'Yes, delete it' }).click();
  await panel.waitFor({ state: 'detached' });
  expect(await page.locator('.lead-form .callout-danger').count()).toBe(0);
  expect(await readForm(page)).toEqual(answers);
  await formOf(page).getByRole('button', { name: 'Clear this form' }).click();
  expect(await traces(page)).not.toContain('Cancelled');
  await page.unroute(endpoint);
  await page.reload();
  await ready(page);
  expect(await panel.count()).toBe(0);
  expect(storedClaims(journey.product, 'Cancelled')).toEqual([]);
});
