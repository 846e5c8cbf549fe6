import { join } from 'node:path';
import { spawnProduct } from '#testing/product.ts';
import { slowPhone } from '../e2e/harness/browser.ts';
import { type Line, median } from './bench-result.ts';
import { openPhone } from './phone-browser.ts';

const rounds = 3;

/** The first visit, with nothing in the cache: when the claim form can be filled in, and when scripts take over. */
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
  await opened.close();
  await product.end('SIGTERM');
  return [
    { what: 'claim form filled in and ready to send', found: `${Math.round(median(usable))} ms`, budget: '<= 3000 ms' },
    { what: 'scripts take over', found: `${Math.round(median(tookOver))} ms` },
  ];
}
