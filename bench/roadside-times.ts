import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { spawnProduct } from '#testing/product.ts';
import { type Conditions, slow4g } from '../e2e/harness/browser.ts';
import { type Line, median } from './bench-result.ts';
import { openPhone } from './phone-browser.ts';

const rounds = 5;

/** One bar of signal at the roadside, up and down alike, on the same slow phone. */
const oneBar: Conditions = { slowerBy: 4, roundTripMs: 800, kbitPerSecond: 60 };

/**
 * Measures the roadside form on a first visit, with an empty cache: from when it can be filled in and sent (its button is there, and a
 * post works without scripts), from when what is typed is kept on the device, when it is hydrated, and from when it can be sent without
 * signal, to arrive once there is some. The conditions are good and bad signal, both on a phone four times slower than this machine.
 */
export async function roadside(folder: string): Promise<Line[]> {
  const product = await spawnProduct({ DATA_DIR: join(folder, 'product') });
  await product.ready;
  const fair = await visits(product.url, slow4g);
  const bad = await visits(product.url, oneBar);
  await product.end('SIGTERM');
  return [
    { what: 'Slow 4G: the roadside form can be filled in and sent', found: ms(fair, 'usable'), budget: '<= 1500 ms' },
    { what: 'Slow 4G: hydrated', found: ms(fair, 'hydrated'), budget: '<= 2000 ms' },
    { what: 'one bar: the form can be filled in and sent', found: ms(bad, 'usable') },
    { what: 'one bar: what is typed is kept from', found: ms(bad, 'kept'), budget: '<= 3000 ms' },
    { what: 'one bar: hydrated', found: ms(bad, 'hydrated'), budget: '<= 15000 ms' },
    { what: 'one bar: the form can be sent without signal', found: ms(bad, 'ready') },
  ];
}

/** Milliseconds from the request for the page. */
type Times = { usable: number; kept: number; hydrated: number; ready: number };

const ms = (found: Times[], part: keyof Times) => `${Math.round(median(found.map((times) => times[part])))} ms`;

async function visits(url: string, conditions: Conditions): Promise<Times[]> {
  const phone = await openPhone(conditions);
  const found: Times[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const page = await phone.newPage();
    found.push(await visit(page, url));
    await page.context().close();
  }
  await phone.close();
  return found;
}

/** Types a character as soon as there is a field, and waits for it on the device. */
async function visit(page: Page, url: string): Promise<Times> {
  const began = performance.now();
  const since = () => performance.now() - began;
  await page.goto(`${url}/roadside`, { waitUntil: 'commit' });
  await page.locator('main button[type="submit"]').waitFor({ timeout: 60_000 });
  const usable = since();
  await page.locator('main [name="name"]').pressSequentially(idris.name?.[0] ?? '');
  await page.waitForFunction(() => Object.keys(localStorage).length + Object.keys(sessionStorage).length > 0);
  const kept = since();
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached', timeout: 120_000 });
  const hydrated = since();
  await page.locator('html[data-ready]').waitFor({ state: 'attached', timeout: 120_000 });
  return { usable, kept, hydrated, ready: since() };
}
