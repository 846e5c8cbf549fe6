// Protects: a menu that was opened before the scripts came works after them.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { faq } from '#content/faq.ts';
import { type PageOptions, ready } from './harness/browser.ts';
import { setupJourney } from './harness/journey.ts';
import { services } from './harness/site-paths.ts';

/** A visitor on a slow connection opens a menu before the scripts have arrived. */
const journey = setupJourney();
const phone = { viewport: { width: 375, height: 740 }, hasTouch: true };
const wide = { viewport: { width: 1280, height: 800 } };

const menus = [
  { name: 'the mobile menu', options: phone, button: 'Menu', id: 'mobile-menu' },
  { name: 'the services menu', options: wide, button: 'Services', id: 'services-menu' },
];

test.each(menus)('$name stays open while the scripts take over, and says that it is open', async ({ options, button, id }) => {
  const page = await openedBeforeScripts(options, button, id);
  await page.locator(`button[aria-controls="${id}"][aria-expanded="true"]`).waitFor();
  expect(await page.locator(`#${id}`).isVisible()).toBe(true);
});

test.each(menus)('$name opened before the scripts came closes on Escape, and opens again', async ({ options, button, id }) => {
  const page = await openedBeforeScripts(options, button, id);
  await page.keyboard.press('Escape');
  await page.locator(`#${id}`).waitFor({ state: 'hidden' });
  await page.locator(`button[aria-controls="${id}"][aria-expanded="false"]`).waitFor();
  await page.getByRole('banner').getByRole('button', { name: button }).press('Enter');
  await page.locator(`#${id}`).waitFor();
  await page.locator(`button[aria-controls="${id}"][aria-expanded="true"]`).waitFor();
});

test.each(menus)('$name opened before the scripts came closes when the page changes', async ({ options, button, id }) => {
  const page = await openedBeforeScripts(options, button, id);
  const link = page.locator(`#${id} a[href="${services[2]}"]`);
  if (id === 'mobile-menu') await page.locator(`#${id}`).getByText('Services', { exact: true }).tap();
  await link.click();
  await page.waitForURL(`**${services[2]}`);
  await page.locator(`#${id}`).waitFor({ state: 'hidden' });
  await page.locator(`button[aria-controls="${id}"][aria-expanded="false"]`).waitFor();
});

test('the services unfolded in the mobile menu before the scripts came stay unfolded, and fold again', async () => {
  const { page, letThrough: release } = await openWithoutScripts(phone);
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).tap();
  const summary = page.locator('#mobile-menu').getByText('Services', { exact: true });
  await summary.tap();
  const link = page.locator(`#mobile-menu a[href="${services[0]}"]`);
  await link.waitFor();
  release();
  await settled(page);
  expect(await link.isVisible()).toBe(true);
  await summary.tap();
  await link.waitFor({ state: 'hidden' });
});

test.runIf(faq.length > 1)(
  'an answer unfolded before the scripts came stays unfolded, and gives way to the next one',
  async () => {
    const { page, letThrough: release } = await openWithoutScripts(phone, '/faq');
    const answers = page.locator('main details');
    await answers.nth(0).locator('summary').tap();
    release();
    await settled(page);
    expect(await answers.nth(0).getAttribute('open')).not.toBeNull();
    await answers.nth(1).locator('summary').tap();
    await page.locator('main details[open]').nth(1).waitFor({ state: 'detached' });
    expect(await answers.nth(1).getAttribute('open')).not.toBeNull();
  },
);

async function openedBeforeScripts(options: PageOptions, button: string, id: string): Promise<Page> {
  const { page, letThrough: release } = await openWithoutScripts(options);
  await page.getByRole('banner').getByRole('button', { name: button }).click();
  await page.locator(`#${id}`).waitFor();
  expect(await page.locator('html[data-ready]').count()).toBe(0);
  release();
  return settled(page);
}

/** Waits until the page is hydrated, and what scripts do at their start is done. */
async function settled(page: Page): Promise<Page> {
  await ready(page);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return page;
}

async function openWithoutScripts(options: PageOptions, path = '/') {
  const page = await journey.newPage(options);
  const { promise, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/*.js', (route) => promise.then(() => route.continue().catch(() => {})));
  await page.goto(journey.product.url + path, { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { page, letThrough: release };
}
