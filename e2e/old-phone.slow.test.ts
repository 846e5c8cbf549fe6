// Protects: a page is usable on an old phone before its scripts have come.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { readStore } from '#testing/read-store.ts';
import { ready, slowPhone, throttle } from './harness/browser.ts';
import { fill, readForm, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';

/**
 * The first visit from the roadside: a quarter of the speed, 400 ms a round trip, 400 kbit/s. npm run bench -- roadside measures the times; these
 * tests check their causes: one request until the page can be used, and scripts that arrive together and late.
 */
const journey = setupJourney();
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };

test('a link tapped before any script has come leads on', async () => {
  const { page } = await openWithoutScripts('/');
  await page.getByRole('main').getByRole('link', { name: 'Make a Claim' }).first().tap();
  await page.waitForURL('**/make-a-claim', { waitUntil: 'commit' });
  await page.locator('main [name="firstName"]').fill('Aoife');
  expect(await isReady(page)).toBe(false);
});

test('what was typed before any script has come stays, and scripts send it', async () => {
  const { page, letThrough: release } = await openWithoutScripts('/make-a-claim');
  const answers = { ...aoife, email: 'typed-early@example.com' };
  await fill(page, answers);
  expect(await isReady(page)).toBe(false);
  release();
  await ready(page);
  expect(await readForm(page)).toEqual(answers);
  await submit(page);
  await page.getByText('✅ Submission Successful!', { exact: true }).waitFor();
  expect(stored(answers.email)).toEqual([answers]);
});

test('a claim sent before any script has come is taken', async () => {
  const { page } = await openWithoutScripts('/make-a-claim');
  const answers = { ...aoife, email: 'sent-early@example.com' };
  await fill(page, answers);
  await submit(page);
  await page.getByText('✅ Submission Successful!', { exact: true }).waitFor();
  expect(stored(answers.email)).toEqual([answers]);
});

test('the scripts of the claim page come in one round trip: none waits for another', async () => {
  const visited = await journey.newPage(phone);
  const needed = scriptsAskedFor(visited);
  await visited.goto(`${journey.product.url}/make-a-claim`);
  await ready(visited);
  expect(needed.size).toBeGreaterThan(1);

  // No script is answered here until all are asked for: one that another one asks for would never come.
  const { page, asked, letThrough } = await openWithoutScripts('/make-a-claim');
  await expect.poll(() => [...asked].toSorted()).toEqual([...needed].toSorted());
  letThrough();
  await ready(page);
});

/** Opens a page on such a phone, whose scripts are held until `letThrough`. */
async function openWithoutScripts(path: string) {
  const page = await journey.newPage({ ...phone, expected: /ERR_FAILED|ERR_ABORTED/ });
  const asked = scriptsAskedFor(page);
  await throttle(page, slowPhone);
  const { promise, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/*.js', (route) => promise.then(() => route.continue().catch(() => {})));
  await page.goto(journey.product.url + path, { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { page, asked, letThrough: release };
}

/** The scripts that a page has asked for, but those of notices and of what sends the form, which are loaded after everything else. */
function scriptsAskedFor(page: Page): Set<string> {
  const asked = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js') && !/notice-island|\/sending-/.test(pathname)) asked.add(pathname);
  });
  return asked;
}

function isReady(page: Page): Promise<boolean> {
  return page.evaluate(() => 'ready' in document.documentElement.dataset);
}

function stored(email: string) {
  return readStore(journey.product).submissions.flatMap(({ form_data }) => (form_data.email === email ? [form_data] : []));
}
