// Protects: pages fit the narrowest phone, also with its keyboard open.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { callLabel } from '#content/stated-hours.ts';
import { root } from '#testing/product.ts';
import { sampled } from '#testing/sampled.ts';
import { formOf } from '../harness/fill.ts';
import { setupJourney } from '../harness/journey.ts';
import { guides, services } from '../harness/site-paths.ts';

/**
 * A small phone with its keyboard open: 375 × 667 pixels, of which 330 are left above the keyboard. Some browsers then make the page
 * that much lower, others cover its lower half.
 */
const journey = setupJourney();
const keyboardTop = 330;
const lowered = { viewport: { width: 375, height: keyboardTop }, hasTouch: true };
const covered = { viewport: { width: 375, height: 667 }, hasTouch: true };
const onItsSide = { viewport: { width: 667, height: 375 }, hasTouch: true };
const calm = { reducedMotion: 'reduce' } as const;

describe('the bar at the foot of a phone', () => {
  test('calls and leads to the claim form on every other page', async () => {
    const page = await journey.visit('/about', covered);
    expect(await bar(page).getByRole('link').allTextContents()).toEqual([callLabel, 'Make a Claim']);
  });

  test('on the claim page helps to finish: by a call or by WhatsApp', async () => {
    const page = await journey.visit('/make-a-claim', covered);
    const targets = await bar(page)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(targets).toEqual([`tel:${site.helpline.tel}`, site.whatsapp.href]);
    await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).tap();
    await page.waitForURL('**/about');
    await bar(page).getByRole('link', { name: 'Make a Claim' }).waitFor();
  });
});

test('the claim form says what it could cost, and the number to call instead, before its button', async () => {
  const page = await journey.visit('/make-a-claim', covered);
  const terms = formOf(page).locator('.callout', { hasText: 'you may have to pay' });
  await terms.getByRole('link', { name: site.helpline.display }).waitFor();
  const bottomOfTerms = await terms.evaluate((element) => element.getBoundingClientRect().bottom);
  const topOfButton = await page
    .getByRole('button', { name: 'Submit Claim' })
    .evaluate((element) => element.getBoundingClientRect().top);
  expect(bottomOfTerms).toBeLessThanOrEqual(topOfButton);
});

/** The services with a table. */
const withTables = services.filter((path) => /^\| /m.test(readFileSync(join(root, `.content${path}.md`), 'utf8')));

test.each(withTables)('%s: its tables fit the narrowest phone', async (path) => {
  const page = await journey.visit(path, { viewport: { width: 320, height: 640 } });
  const widths = await page.locator('table').evaluateAll((tables) => tables.map((table) => table.getBoundingClientRect().right));
  expect(widths.length).toBeGreaterThan(0);
  for (const right of widths) expect(right).toBeLessThanOrEqual(320);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test.each(sampled(guides, 4))('%s: it fits the narrowest phone, tables and all', async (path) => {
  const page = await journey.visit(path, { viewport: { width: 320, height: 640 } });
  const widths = await page
    .locator('main :is(table, a, h1, h2)')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
  expect(Math.max(...widths)).toBeLessThanOrEqual(320);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test.each(sampled(['/make-a-claim', '/contact', '/partners']))(
  '%s: on a page that the keyboard has made lower, each field that takes the focus is seen',
  async (path) => {
    const page = await journey.visit(path, { ...lowered, ...calm });
    for (const key of ['Tab', 'Shift+Tab']) expect(await hiddenFields(page, key), key).toEqual([]);
  },
);

test.each(sampled(['/make-a-claim', '/contact', '/partners']))(
  '%s: on a page that the keyboard covers, nothing else stands above the keyboard while a field has the focus',
  async (path) => {
    const page = await journey.visit(path, { ...covered, ...calm });
    const fields = formOf(page).locator('.input');
    for (const field of [fields.first(), fields.nth(3), fields.last()]) {
      await field.evaluate((element: HTMLElement) => {
        element.scrollIntoView({ block: 'center' });
        scrollBy(0, element.getBoundingClientRect().top - 120);
        element.focus({ preventScroll: true });
      });
      expect(await inTheWay(page, keyboardTop)).toEqual([]);
    }
  },
);

test('on a small screen without a field in focus the header stays and the progress goes with the page', async () => {
  const page = await journey.visit('/make-a-claim', covered);
  await page.evaluate(() => scrollTo(0, 1_200));
  expect(await page.getByRole('banner').evaluate((one) => one.getBoundingClientRect().top)).toBe(0);
  expect(await sections(page).evaluate((one) => one.getBoundingClientRect().bottom)).toBeLessThan(0);
});

test.each([
  { viewport: { width: 1280, height: 800 } },
  { viewport: { width: 390, height: 844 }, hasTouch: true },
  { viewport: { width: 375, height: 667 }, hasTouch: true },
])('a section chosen in the progress begins right below what stands above it ($viewport.width px)', async (options) => {
  const page = await journey.visit('/make-a-claim', { ...options, ...calm });
  await sections(page).getByRole('link').nth(3).click();
  await page.waitForFunction(() => location.hash !== '');
  const gap = () =>
    page.evaluate(() => {
      const section = document.querySelector(':target')?.getBoundingClientRect().top ?? -1;
      const above = [...document.querySelectorAll('.site-header, .form-progress')].map(
        (one) => one.getBoundingClientRect().bottom,
      );
      return section - Math.max(0, ...above);
    });
  await expect.poll(gap).toSatisfy((pixels) => pixels >= 4 && pixels <= 40);
});

test.each([
  ['a phone on its side', onItsSide, 'Menu', 'mobile-menu'],
  ['a wide and low window', { viewport: { width: 1280, height: 400 } }, 'Services', 'services-menu'],
])('on %s the menu is reached to its end', async (_, options, name, id) => {
  const page = await journey.visit('/about', { ...options, ...calm });
  // The menu is opened with a key: on a slow machine the hover opens it before the click, which then closes it.
  await page.getByRole('banner').getByRole('button', { name }).press('Enter');
  const menu = page.locator(`#${id}`);
  if (id === 'mobile-menu') await menu.getByText('Services', { exact: true }).click();
  const last = menu.getByRole('link').last();
  await last.scrollIntoViewIfNeeded();
  await last.click({ trial: true });
});

function bar(page: Page) {
  return page.getByRole('navigation', { name: 'Get help now' });
}

function sections(page: Page) {
  return page.getByRole('navigation', { name: 'Sections of this form' });
}

/**
 * Goes through the form with this key, and returns each field that cannot be seen when it has the focus. Of a long field the first
 * line counts.
 */
async function hiddenFields(page: Page, key: string): Promise<string[]> {
  const fields = formOf(page).locator('input:visible, select:visible, textarea:visible');
  await (key === 'Tab' ? fields.first() : fields.last()).focus();
  const hidden: string[] = [];
  for (let stop = 0; stop < 80; stop++) {
    const field = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement;
      if (!element.form?.closest('main')) return null;
      const { top, bottom, left, right } = element.getBoundingClientRect();
      const seen = [top + 2, Math.min(bottom - 2, top + 48)].every(
        (y) => document.elementFromPoint((left + right) / 2, y) === element,
      );
      return { name: element.name || element.type, seen };
    });
    if (!field) return hidden;
    if (!field.seen) hidden.push(field.name);
    await page.keyboard.press(key);
  }
  return hidden;
}

/** The parts of header, progress and bar in the upper part of the screen. */
function inTheWay(page: Page, height: number): Promise<string[]> {
  return page.evaluate(
    (below) =>
      [...document.querySelectorAll('.site-header, .form-progress, .mobile-action-bar, .connection-note')]
        .filter((one) => one.getBoundingClientRect().bottom > 0 && one.getBoundingClientRect().top < below)
        .filter((one) => getComputedStyle(one).position !== 'static' && one.textContent !== '')
        .map((one) => one.className),
    height,
  );
}
