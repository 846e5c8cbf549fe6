// Protects: the menu of a phone opens, leads on and closes in every way, also without JavaScript.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pageShown } from './harness/browser.ts';
import { setupJourney } from './harness/journey.ts';
import { oneService, services } from './harness/site-paths.ts';

const journey = setupJourney();
const phone = { viewport: { width: 375, height: 740 }, hasTouch: true };

test('a tap opens it and another closes it', async () => {
  const page = await journey.visit('/', phone);
  expect(await menu(page).isVisible()).toBe(false);
  await button(page).tap();
  await menu(page).waitFor();
  await expectExpanded(page, true);
  await button(page).tap();
  await menu(page).waitFor({ state: 'hidden' });
  await expectExpanded(page, false);
});

test('it leads to every screen of the navigation, and closes itself when the page changes', async () => {
  const page = await journey.visit('/', phone);
  for (const [name, path] of [
    ['About Us', '/about'],
    ['Partners', '/partners'],
    ['Contact Us', '/contact'],
    ['Make a Claim', '/make-a-claim'],
    ['Home', '/'],
  ] as const) {
    await button(page).tap();
    await menu(page).getByRole('link', { name, exact: true }).tap();
    await page.waitForURL(journey.product.url + path);
    await menu(page).waitFor({ state: 'hidden' });
    await expectExpanded(page, false);
  }
});

test('it closes when Back changes the page', async () => {
  const page = await journey.visit('/', phone);
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).tap();
  await pageShown(page, '/faq');
  await button(page).tap();
  await menu(page).waitFor();
  await page.goBack();
  await menu(page).waitFor({ state: 'hidden' });
});

test('Escape closes it, and nothing is trapped: Tab goes through it and on', async () => {
  const page = await journey.visit('/', phone);
  await button(page).focus();
  await page.keyboard.press('Enter');
  await menu(page).waitFor();
  await page.keyboard.press('Tab');
  expect(await menu(page).evaluate((element) => element.contains(document.activeElement))).toBe(true);
  const stops = await menu(page).locator('a:visible, summary:visible, button:visible').count();
  for (let step = 0; step < stops; step++) await page.keyboard.press('Tab');
  expect(await menu(page).evaluate((element) => element.contains(document.activeElement))).toBe(false);

  await page.keyboard.press('Escape');
  await menu(page).waitFor({ state: 'hidden' });
  await expectExpanded(page, false);
});

test('it closes when Tab leaves it: it would cover what has the focus then', async () => {
  const page = await journey.visit('/', phone);
  await button(page).focus();
  await page.keyboard.press('Enter');
  await menu(page).waitFor();
  const stops = await menu(page).locator('a:visible, summary:visible, button:visible').count();
  for (let step = 0; step < stops + 1; step++) await page.keyboard.press('Tab');
  await menu(page).waitFor({ state: 'hidden' });
  await expectExpanded(page, false);
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
});

test('Services unfold within it, and one of them is reached', async () => {
  const page = await journey.visit('/', phone);
  await button(page).tap();
  const last = services.at(-1);
  const link = menu(page).locator(`a[href="${last}"]`);
  expect(await link.isVisible()).toBe(false);
  await menu(page).getByText('Services', { exact: true }).tap();
  await link.waitFor();
  expect(await menu(page).locator('a[href^="/services/"]:visible').count()).toBe(services.length);
  await menu(page).getByText('Services', { exact: true }).tap();
  await link.waitFor({ state: 'hidden' });
  await menu(page).getByText('Services', { exact: true }).tap();
  await link.tap();
  await page.waitForURL(`**${last}`);
  await menu(page).waitFor({ state: 'hidden' });
});

test('without JavaScript it opens, unfolds and leads on', async () => {
  const page = await journey.visit('/', { ...phone, javaScriptEnabled: false });
  expect(await menu(page).isVisible()).toBe(false);
  await button(page).tap();
  await menu(page).getByText('Services', { exact: true }).tap();
  await menu(page).locator(`a[href="${oneService}"]`).tap();
  await page.waitForURL(`**${oneService}`);
});

test('calling and claiming stay in reach while the page is scrolled', async () => {
  const page = await journey.visit(oneService, phone);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
  for (const link of [page.locator('a[href^="tel:"]'), page.locator('a[href="/make-a-claim"]')]) {
    const shown = await link.evaluateAll((all) =>
      all.filter((one) => {
        const { top, bottom, left, height } = one.getBoundingClientRect();
        return one.checkVisibility() && height >= 44 && top >= 0 && bottom <= innerHeight && left >= 0;
      }),
    );
    expect(shown.length).toBeGreaterThan(0);
  }
});

function button(page: Page) {
  return page.getByRole('banner').getByRole('button', { name: 'Menu' });
}

/** The element that the button controls. */
function menu(page: Page) {
  return page.locator('#mobile-menu');
}

function expectExpanded(page: Page, expanded: boolean) {
  return page.locator(`button[aria-controls="mobile-menu"][aria-expanded="${expanded}"]`).waitFor();
}
