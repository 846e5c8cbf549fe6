// Protects: both menus of the header open, lead on and close in every way, before the scripts come, after them and without them.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { delayScripts, type PageOptions, pageShown, ready } from './harness/browser.ts';
import { setupJourney } from './harness/journey.ts';
import { oneService, services } from './harness/site-paths.ts';

/** What a menu does after which time, and with which key, is asked without a browser: app/islands/header-menus.test.ts. */
const journey = setupJourney();
const phone = { viewport: { width: 375, height: 740 }, hasTouch: true };
const wide = { viewport: { width: 1280, height: 800 } };
const last = services.at(-1) ?? '';

test('on a phone the menu is opened before the scripts come, stays open, unfolds and leads on; it closes by a tap, Escape, Tab and Back', async () => {
  const page = await journey.newPage(phone);
  const { release } = await delayScripts(page);
  await page.goto(journey.product.url, { waitUntil: 'commit' });
  await button(page, 'Menu').tap();
  await menu(page).getByText('Services', { exact: true }).tap();
  const link = menu(page).locator(`a[href="${last}"]`);
  await link.waitFor();
  expect(await page.locator('html[data-ready]').count()).toBe(0);
  release();
  await ready(page);
  await expectExpanded(page, 'mobile-menu', true);
  expect(await menu(page).locator('a[href^="/services/"]:visible').count()).toBe(services.length);
  await menu(page).getByText('Services', { exact: true }).tap();
  await link.waitFor({ state: 'hidden' });
  await button(page, 'Menu').tap();
  await expectExpanded(page, 'mobile-menu', false);

  await button(page, 'Menu').press('Enter');
  await expectExpanded(page, 'mobile-menu', true);
  await page.keyboard.press('Escape');
  await expectExpanded(page, 'mobile-menu', false);
  await button(page, 'Menu').press('Enter');
  const stops = await menu(page).locator('a:visible, summary:visible, button:visible').count();
  for (let stop = 0; stop < stops; stop++) await page.keyboard.press('Tab');
  await expectExpanded(page, 'mobile-menu', true);
  // Out of it, where it would cover what has the focus.
  await page.keyboard.press('Tab');
  await expectExpanded(page, 'mobile-menu', false);
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);

  await button(page, 'Menu').tap();
  await menu(page).getByRole('link', { name: 'About Us', exact: true }).tap();
  await pageShown(page, '/about');
  await expectExpanded(page, 'mobile-menu', false);
  await button(page, 'Menu').tap();
  await menu(page).waitFor();
  await page.goBack();
  await pageShown(page, '/');
  await menu(page).waitFor({ state: 'hidden' });
});

test('on a wide screen Services opens by hover, click and arrows, and Tab goes through it and on', async () => {
  const page = await journey.visit('/', wide);
  await button(page, 'Services').hover();
  await panel(page).waitFor();
  await panel(page).getByRole('link').last().hover();
  await page.mouse.move(1000, 700);
  await panel(page).waitFor({ state: 'hidden' });

  await button(page, 'Services').press('ArrowDown');
  await expectFocus(page, services[0]);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expectFocus(page, '/about');
  await expectExpanded(page, 'services-menu', false);
  await button(page, 'Services').press('Enter');
  const count = await panel(page).getByRole('link').count();
  for (let stop = 0; stop < count + 1; stop++) await page.keyboard.press('Tab');
  await expectFocus(page, '/partners');
  await expectExpanded(page, 'services-menu', false);

  await button(page, 'Services').press('ArrowDown');
  await page.keyboard.press('Escape');
  await panel(page).waitFor({ state: 'hidden' });
  expect(await button(page, 'Services').evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await pageShown(page, services[1] ?? '');
  await panel(page).waitFor({ state: 'hidden' });
});

test.each<[string, PageOptions, string, string]>([
  ['a phone on its side', { viewport: { width: 667, height: 375 }, hasTouch: true }, 'Menu', 'mobile-menu'],
  ['a wide and low window', { viewport: { width: 1280, height: 400 } }, 'Services', 'services-menu'],
])('without JavaScript, on %s, it opens, is reached to its end and leads on', async (_, options, name, id) => {
  const page = await journey.visit('/about', { ...options, reducedMotion: 'reduce', javaScriptEnabled: false });
  const opened = page.locator(`#${id}`);
  expect(await opened.isVisible()).toBe(false);
  await button(page, name).click();
  if (id === 'mobile-menu') await opened.getByText('Services', { exact: true }).click();
  const end = opened.getByRole('link').last();
  await end.scrollIntoViewIfNeeded();
  await end.click({ trial: true });
  await opened.locator(`a[href="${oneService}"]`).click();
  await page.waitForURL(`**${oneService}`);
});

function button(page: Page, name: string) {
  return page.getByRole('banner').getByRole('button', { name, exact: true });
}

function menu(page: Page) {
  return page.locator('#mobile-menu');
}

function panel(page: Page) {
  return page.locator('#services-menu');
}

function expectExpanded(page: Page, id: string, expanded: boolean) {
  return page.locator(`button[aria-controls="${id}"][aria-expanded="${expanded}"]`).waitFor();
}

function expectFocus(page: Page, href: string | undefined) {
  return page.waitForFunction((wanted) => document.activeElement?.getAttribute('href') === wanted, href);
}
