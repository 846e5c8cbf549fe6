// Protects: every kind of page works in a browser that refuses storage.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { readStore } from '#testing/read-store.ts';
import { ready, refuseStorage } from './harness/browser.ts';
import { fill, readForm, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';
import { nowhere, oneService } from './harness/site-paths.ts';
import { endpoint, panelOf } from './harness/waiting.ts';

/**
 * A browser that refuses storage, as Chromium does where cookies are blocked: the mere mention of localStorage or sessionStorage
 * throws. A page of each kind is held to having no uncaught error and nothing in the console; beside the code that all pages share,
 * only that of the forms touches storage, which a test beside browser-storage.ts holds.
 */
const journey = setupJourney();
const wide = { viewport: { width: 1280, height: 800 } };

const withForms = ['/make-a-claim', '/partners', '/contact'];
const withoutForms = ['/', '/about', oneService, '/faq', nowhere];

test.each([...withForms, ...withoutForms])('%s: is shown, taken over by scripts and left without an error', async (path) => {
  const page = await visit(path, path === nowhere ? /status of 404/ : undefined);
  await page.reload();
  await ready(page);
  await page
    .getByRole('banner')
    .getByRole('link', { name: path === '/about' ? 'Partners' : 'About Us' })
    .click();
  await page.waitForURL(path === '/about' ? '**/partners' : '**/about');
  await ready(page);
  await page.goBack();
  await page.waitForURL(journey.product.url + path);
});

test('a claim is filled in, kept on the page through a wrong turn within it and an answer that is lost, and sent', async () => {
  const page = await visit('/make-a-claim', /ERR_FAILED|ERR_CONNECTION/);
  const answers = { ...aoife, firstName: 'Nostorage' };
  await fill(page, answers);
  await page.getByRole('navigation', { name: 'Sections of this form' }).getByRole('link').nth(2).click();
  expect(await readForm(page)).toEqual(answers);
  await page.route(endpoint, (route) => route.fetch().then(() => route.abort('connectionreset')));
  await submit(page);
  await panelOf(page).waitFor();
  expect(await readForm(page)).toEqual(answers);
  await page.unrouteAll();
  await submit(page);
  await page.getByRole('region', { name: 'We have your claim' }).waitFor();
  const reference = await page.locator('.receipt-reference').textContent();
  const rows = readStore(journey.product).submissions.filter(({ form_data }) => form_data.firstName === 'Nostorage');
  expect(rows.map((row) => row.reference)).toEqual([reference]);
});

test('Back returns to the place where one was', async () => {
  const page = await visit('/');
  await page.evaluate(() => scrollTo(0, 900));
  await page.waitForFunction(() => scrollY === 900);
  // The element's own click does not scroll to it first.
  await page
    .getByRole('banner')
    .getByRole('link', { name: 'About Us' })
    .evaluate((link: HTMLElement) => link.click());
  await page.waitForURL('**/about');
  await page.waitForFunction(() => scrollY === 0);
  await page.goBack();
  await page.waitForFunction(() => Math.abs(scrollY - 900) < 2);
});

async function visit(path: string, expected?: RegExp): Promise<Page> {
  const page = await journey.newPage({ ...wide, expected });
  await page.addInitScript(refuseStorage);
  await page.goto(journey.product.url + path);
  return ready(page);
}
