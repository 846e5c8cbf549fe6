import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { spawnProduct } from '#testing/product.ts';
import { slow4g } from '../e2e/harness/browser.ts';
import { type Line, median } from './bench-result.ts';
import { openPhone } from './phone-browser.ts';

const rounds = 4;

/** Pages that the footer of every page leads to. */
const paths = ['/about', '/faq', '/guides', '/services', '/make-a-claim'];

/** Measures the time from a tap on a link to the next page's heading, on a slow phone with Slow 4G, from a page that is idle. */
export async function pageChange(folder: string): Promise<Line[]> {
  const product = await spawnProduct({ DATA_DIR: join(folder, 'product') });
  await product.ready;
  const times = await pageChangesAt(product.url);
  await product.end('SIGTERM');
  const p95 = times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
  return [{ what: 'tap to the next page, Slow 4G', found: `median ${Math.round(median(times))} ms, p95 ${Math.round(p95)} ms` }];
}

/** Milliseconds of each change of page. */
async function pageChangesAt(url: string): Promise<number[]> {
  const phone = await openPhone(slow4g);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const page = await phone.newPage();
    await page.goto(url);
    for (const to of paths) times.push(await tap(page, to));
    await page.context().close();
  }
  await phone.close();
  return times;
}

async function tap(page: Page, to: string): Promise<number> {
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  const heading = (await page.locator('h1').textContent()) ?? '';
  const link = page.locator(`footer a[href="${to}"]`).first();
  await link.scrollIntoViewIfNeeded();
  const tapped = Date.now();
  await link.tap();
  const shown = await page.waitForFunction(
    (before) => document.querySelector('h1') !== null && document.querySelector('h1')?.textContent !== before && Date.now(),
    heading,
    { polling: 'raf' },
  );
  return Number(await shown.jsonValue()) - tapped;
}
