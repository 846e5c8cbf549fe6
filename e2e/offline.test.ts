// Protects: without a network a link keeps the page and says so.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { ready } from './harness/browser.ts';
import { fill, readForm } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';

const journey = setupJourney();
const wide = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 375, height: 667 }, hasTouch: true };
/** Messages of the browser's console about a request without a network. */
const expected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/;

test('Offline, a tap on a link keeps the page and shows a note with the number to call', async () => {
  const page = await visit('/', phone);
  await page.context().setOffline(true);
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).tap();
  await expectNote(page);
  await expectUnmoved(page, '/');
  expect(await note(page).getByRole('link').getAttribute('href')).toBe(`tel:${site.helpline.tel}`);
});

test('offline, a plain link in a text or beside a form stays too, with what was typed', async () => {
  const page = await visit('/make-a-claim', phone);
  await fill(page, aoife);
  await page.context().setOffline(true);
  await page.getByRole('main').getByRole('link', { name: 'Privacy Policy' }).tap();
  await expectNote(page);
  await expectUnmoved(page, '/make-a-claim');
  expect(await readForm(page)).toEqual(aoife);
});

test('offline, a tap in the menu closes the menu, so that the note is seen', async () => {
  const page = await visit('/', phone);
  await page.context().setOffline(true);
  const menu = page.locator('#mobile-menu');
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).tap();
  await menu.getByText('Services', { exact: true }).tap();
  await menu.getByRole('link', { name: 'Partners' }).tap();
  await expectNote(page);
  await menu.waitFor({ state: 'hidden' });
  await note(page).getByRole('link').click({ trial: true });
});

test('The note can be closed, and appears again after another failed tap', async () => {
  const page = await visit('/', phone);
  await page.context().setOffline(true);
  const faq = page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' });
  await faq.tap();
  await expectNote(page);
  await page.getByRole('button', { name: 'Close' }).tap();
  await expectNoNote(page);
  await faq.tap();
  await expectNote(page);
});

test('Back online, the same tap changes the page, and the note disappears', async () => {
  const page = await visit('/', wide);
  await page.context().setOffline(true);
  await page.getByRole('banner').getByRole('link', { name: 'Partners' }).click();
  await expectNote(page);
  await page.context().setOffline(false);
  await page.getByText('You are back online.').waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Partners' }).click();
  await page.waitForURL('**/partners');
  await ready(page);
  await expectNoNote(page);
});

/** Opens a page with a mark, by which another document can be told from it. */
async function visit(path: string, options: typeof wide & { hasTouch?: boolean; expected?: RegExp }): Promise<Page> {
  return mark(await journey.visit(path, { expected, ...options }));
}

async function mark(page: Page): Promise<Page> {
  await page.evaluate(() => Object.assign(window, { mark: true }));
  return page;
}

async function expectUnmoved(page: Page, path: string): Promise<void> {
  expect(new URL(page.url()).pathname).toBe(path);
  expect(await page.evaluate(() => 'mark' in window)).toBe(true);
}

function note(page: Page) {
  return page.getByRole('status').filter({ hasText: 'That page could not be loaded.' });
}

async function expectNote(page: Page): Promise<void> {
  await note(page).waitFor();
  expect(await note(page).textContent()).toContain(site.helpline.display);
}

async function expectNoNote(page: Page): Promise<void> {
  await note(page).waitFor({ state: 'detached' });
}
