import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { root } from '#testing/product.ts';

/** The minified script, which has half the size of the library's `source`. */
export const axeSource = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const aboutColour = ['color-contrast', 'link-in-text-block'];

/** The violations that axe finds in the page as it is, by WCAG 2.2 AA: a line for each rule and element. */
export async function axeViolations(page: Page): Promise<string[]> {
  const screen = page.viewportSize();
  // The whole page is shown at once, because what a fixed bar covers can be scrolled from under it.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (screen) await page.setViewportSize({ ...screen, height: Math.max(height, screen.height) });
  const found = await find(page, { type: 'tag', values: tags });
  if (screen) await page.setViewportSize(screen);
  return found;
}

/** Only rules whose result depends on the colour scheme. */
export async function axeViolationsDark(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const found = await find(page, { type: 'rule', values: aboutColour });
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

/** Examines the page as it is: in both colour schemes, with forced colours, and with text of twice the size. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await axeViolations(page)).toEqual([]);
  expect(await axeViolationsDark(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toEqual([]);
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await axeViolations(page)).toEqual([]);
  await doubleTextSize(page);
  expect(await horizontalOverflow(page)).toEqual([]);
}

/** Examines the page on a wide screen, in both colour schemes, on a narrow one, and with text of twice the size. */
export async function expectAccessibleAtBothWidths(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await axeViolations(page), 'by light').toEqual([]);
  expect(await axeViolationsDark(page), 'by dark').toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await horizontalOverflow(page), 'sideways scroll at 320 px').toEqual([]);
  expect(await axeViolations(page), 'at 320 px').toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await doubleTextSize(page);
  expect(await horizontalOverflow(page), 'sideways scroll with letters twice as large').toEqual([]);
}

async function find(page: Page, runOnly: RunOptions['runOnly']): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  // The frame of the map is another site's page, and passed rules need no details.
  const options: RunOptions = { runOnly, iframes: false, resultTypes: ['violations'] };
  const { violations } = await page.evaluate((given) => window.axe.run(document, given), options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.split('\n').slice(1).join(' ').trim()}`,
    ),
  );
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** By how many pixels the page is wider than the screen, and what sticks out. */
export function horizontalOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const screen = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= screen) return [];
    const wide = [...document.body.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > screen + 0.5);
    return [`${document.documentElement.scrollWidth} px`, ...wide.slice(0, 5).map((one) => `${one.tagName}.${one.className}`)];
  });
}

/** Sets the browser's default font size to twice the usual one. */
export async function doubleTextSize(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await page.waitForFunction(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) > 30);
}
