import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { spawnProduct } from '#testing/product.ts';
import { slowPhone, throttle } from '../e2e/harness/browser.ts';
import { type Line, median } from './bench-result.ts';
import { openPhone } from './phone-browser.ts';

const rounds = 3;

/**
 * The first visit, with nothing in the cache: when the claim form can be filled in, and when scripts take over. Then the second one,
 * without a network.
 */
export async function phone(folder: string): Promise<Line[]> {
  const product = await spawnProduct({ DATA_DIR: join(folder, 'product') });
  await product.ready;
  const opened = await openPhone(slowPhone);
  const usable: number[] = [];
  const tookOver: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const page = await opened.newPage();
    const began = performance.now();
    await page.goto(`${product.url}/make-a-claim`, { waitUntil: 'commit' });
    await page.locator('main [name="firstName"]').pressSequentially('A');
    await page.locator('main button[type="submit"]').waitFor();
    usable.push(performance.now() - began);
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    tookOver.push(performance.now() - began);
    await page.context().close();
  }
  const page = await opened.newPage();
  await page.goto(product.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, { timeout: 120_000 });
  await product.end('SIGTERM');
  const offline = await offlinePaints(page, product.url);
  await opened.close();
  return [
    { what: 'claim form filled in and ready to send', found: `${Math.round(median(usable))} ms`, budget: '<= 3000 ms' },
    { what: 'scripts take over', found: `${Math.round(median(tookOver))} ms` },
    { what: 'second visit, without a network: first paint', found: `${Math.round(median(offline))} ms`, budget: '<= 500 ms' },
  ];
}

/** Of saved pages, each in a new tab. Milliseconds. */
async function offlinePaints(visited: Page, url: string): Promise<number[]> {
  const paints: number[] = [];
  for (const path of ['/', '/roadside', '/make-a-claim', '/contact', '/faq']) {
    const page = await visited.context().newPage();
    await throttle(page, slowPhone);
    await page.goto(url + path);
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    paints.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN));
    await page.close();
  }
  return paints;
}
