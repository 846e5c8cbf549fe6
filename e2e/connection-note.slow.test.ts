// Protects: the note on a lost connection appears, disappears and is not printed.
import { expect, test } from 'vitest';
import { doubleTextSize } from './harness/axe-violations.ts';
import { ready } from './harness/browser.ts';
import { setupJourney } from './harness/journey.ts';
import { oneService } from './harness/site-paths.ts';

const journey = setupJourney();
/** Console messages of the browser about a request without a network. */
const expected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|dynamically imported module/;

test('"You are back online." goes away after a while', async () => {
  const page = await journey.visitWithStoppedClock('/about', { viewport: { width: 1280, height: 800 }, expected });
  await page.context().setOffline(true);
  await page.getByText('You are offline. What you have typed stays here.').waitFor();
  await page.clock.runFor(60_000);
  expect(await page.getByText('You are offline.').count()).toBe(1);
  await page.context().setOffline(false);
  await page.getByText('You are back online.').waitFor();
  await page.clock.runFor(4_999);
  expect(await page.getByText('You are back online.').count()).toBe(1);
  await page.clock.runFor(1);
  await page.getByText('You are back online.').waitFor({ state: 'detached' });
});

test.each(['You are offline.', 'You are back online.'])('"%s" is not printed', async (words) => {
  const page = await journey.visitWithStoppedClock('/about', { viewport: { width: 1280, height: 800 }, expected });
  await page.context().setOffline(true);
  if (words.includes('back')) await page.context().setOffline(false);
  await page.getByText(words).waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByText(words).isVisible()).toBe(false);
});

test('Going offline before the scripts loaded is announced', async () => {
  const page = await journey.newPage({ viewport: { width: 375, height: 667 }, hasTouch: true, expected });
  const held = Promise.withResolvers<void>();
  await page.route('**/*.js', (route) => held.promise.then(() => route.continue()));
  await page.goto(journey.product.url + oneService, { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: false }));
  held.resolve();
  await ready(page);
  await page.getByText('You are offline.').waitFor();
});

test('On a small screen with letters twice as large it does not cover the button that sends', async () => {
  const page = await journey.visit('/roadside', { viewport: { width: 320, height: 568 }, hasTouch: true, expected });
  await doubleTextSize(page);
  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor();
  await page.locator('.form-submit').tap({ trial: true });
});
