// Protects: questions unfold one at a time, by mouse, keyboard and search, with and without scripts.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { complaints } from '#content/complaints.ts';
import { faq, homeFaq } from '#content/faq.ts';
import { sampled } from '#testing/sampled.ts';
import { setupJourney } from '../harness/journey.ts';

const journey = setupJourney();
const places: [string, number][] = [
  ['/', homeFaq.length],
  ['/faq', faq.length],
  ['/complaints', complaints.length],
];
const both = places.flatMap(([path, count]) => sampled([true, false]).map((scripts) => [path, count, scripts] as const));

test.each(both)('%s: %i items, at most one open, and the open one can be closed (scripts: %s)', async (path, count, scripts) => {
  const page = await journey.visit(path, { javaScriptEnabled: scripts });
  expect(await items(page).count()).toBe(count);
  expect(await openOnes(page)).toEqual([]);
  const order = new Set([0, count - 1, Math.min(1, count - 1)]);
  for (const index of order) {
    await items(page).nth(index).locator('summary').click();
    expect(await openOnes(page)).toEqual([index]);
    expect(await items(page).nth(index).locator('summary + *').isVisible()).toBe(true);
  }
  const last = [...order].at(-1) ?? 0;
  await items(page).nth(last).locator('summary').click();
  expect(await openOnes(page)).toEqual([]);
});

test.each(places)('%s: opened and closed from the keyboard', async (path) => {
  const page = await journey.visit(path);
  await items(page).nth(0).locator('summary').focus();
  await page.keyboard.press('Enter');
  expect(await openOnes(page)).toEqual([0]);
  // Another one where there is one, else the same once more.
  const next = (await items(page).count()) > 1 ? 1 : 0;
  if (next === 0) await page.keyboard.press('Enter');
  await items(page).nth(next).locator('summary').focus();
  await page.keyboard.press('Space');
  expect(await openOnes(page)).toEqual([next]);
  await page.keyboard.press('Space');
  expect(await openOnes(page)).toEqual([]);
});

test('Find in page opens a closed answer that contains the text', async () => {
  const words = faq.at(-1)?.answer.split(' ').slice(1, 5).join(' ') ?? '';
  const page = await journey.visit(`/faq#:~:text=${encodeURIComponent(words)}`);
  await items(page).filter({ hasText: words }).and(page.locator('[open]')).waitFor();
  expect(await openOnes(page)).toHaveLength(1);
});

function items(page: Page) {
  return page.locator('main details[name]');
}

function openOnes(page: Page): Promise<number[]> {
  return items(page).evaluateAll((all) => all.flatMap((item, index) => ((item as HTMLDetailsElement).open ? [index] : [])));
}
