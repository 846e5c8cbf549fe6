import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { spawnProduct } from '#testing/product.ts';
import { slow4g, slowPhone, throttle } from '../e2e/harness/browser.ts';
import { type Line, median } from './bench-result.ts';
import { openPhone } from './phone-browser.ts';

const rounds = 3;

/** Milliseconds to type a character with a thumb. */
const typingMs = 200;

/**
 * Measures the first visit, with an empty cache: when the claim form can be filled in, when the page is hydrated, and how long a
 * start at the roadside takes; then the second visit, without a network.
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
  const starts: Awaited<ReturnType<typeof startAtRoadside>>[] = [];
  for (let round = 0; round < rounds; round += 1) starts.push(await startAtRoadside(product.url, round));
  const page = await opened.newPage();
  await page.goto(product.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, { timeout: 120_000 });
  await product.end('SIGTERM');
  const offline = await offlinePaints(page, product.url);
  await opened.close();
  const started = (part: 'usable' | 'answered') => `${Math.round(median(starts.map((start) => start[part])))} ms`;
  return [
    { what: 'claim form filled in and ready to send', found: `${Math.round(median(usable))} ms`, budget: '<= 3000 ms' },
    { what: 'scripts take over', found: `${Math.round(median(tookOver))} ms` },
    { what: 'the roadside form on Slow 4G can be typed into', found: started('usable'), budget: '<= 1500 ms' },
    { what: 'the same, filled in by thumb and answered with a reference', found: started('answered'), budget: '<= 30000 ms' },
    { what: 'second visit, without a network: first paint', found: `${Math.round(median(offline))} ms`, budget: '<= 500 ms' },
  ];
}

/** The time from the tap on a link to the reference, on a first visit. Milliseconds. */
async function startAtRoadside(url: string, round: number): Promise<{ usable: number; answered: number }> {
  const opened = await openPhone(slow4g);
  const page = await opened.newPage();
  const began = performance.now();
  await page.goto(`${url}/roadside`, { waitUntil: 'commit' });
  const type = (name: string, text: string) => page.locator(`main [name="${name}"]`).pressSequentially(text, { delay: typingMs });
  await type('name', idris.name?.[0] ?? '');
  const usable = performance.now() - began;
  await type('name', (idris.name ?? '').slice(1));
  await type('phone', `0770090061${round}`);
  await type('locationOfAccident', 'A13 eastbound, Barking');
  await page.locator('main [name="consent"]').check();
  await page.locator('main button[type="submit"]').click();
  await page.locator('.receipt-reference').waitFor();
  const answered = performance.now() - began;
  await opened.close();
  return { usable, answered };
}

/** The times of saved pages, each in a new tab. Milliseconds. */
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
