import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { spawnProduct } from '#testing/product.ts';
import { type Conditions, slow4g } from '../e2e/harness/browser.ts';
import { type Line, median } from './measure.ts';
import { openPhone } from './phone-browser.ts';

const rounds = 5;

/** One bar of signal at the roadside, up and down alike, on the same slow phone. */
const oneBar: Conditions = { slowerBy: 4, roundTripMs: 800, kbitPerSecond: 60 };

/**
 * Measures the roadside form on a first visit, with an empty cache: from when it can be filled in and sent (its button is there, and a
 * post works without scripts), from when what is typed is stored on the device, when it is hydrated, and from when it can be sent without
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
    { what: 'one bar: what is typed is stored on the device from', found: ms(bad, 'stored'), budget: '<= 3000 ms' },
    { what: 'one bar: hydrated', found: ms(bad, 'hydrated'), budget: '<= 15000 ms' },
    { what: 'one bar: the form can be sent without signal', found: ms(bad, 'ready') },
  ];
}

/** Milliseconds from the request for the page. */
type Times = { usable: number; stored: number; hydrated: number; ready: number };

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

async function visit(page: Page, url: string): Promise<Times> {
  await page.addInitScript(noteTimes);
  await page.goto(`${url}/roadside`, { waitUntil: 'commit' });
  const whole = () => {
    const { times } = globalThis as unknown as { times: Partial<Times> };
    return times.ready ? times : null;
  };
  const found = await page.waitForFunction(whole, null, { timeout: 120_000, polling: 500 });
  return (await found.jsonValue()) as Times;
}

/**
 * Runs in the page, because every look from outside takes a slow phone a tenth of a second. Looks each fiftieth of a second from the first
 * frame on: whether the button is there, whether what is typed is stored on the device, and what the page says of itself.
 */
function noteTimes(): void {
  const times: Partial<Times> = {};
  Object.assign(globalThis, { times });
  const note = (part: keyof Times, holds: boolean | undefined) => {
    if (holds) times[part] ??= performance.now();
  };
  const timer = setInterval(() => {
    if (performance.getEntriesByName('first-contentful-paint').length === 0) return;
    note('usable', document.querySelector('main button[type="submit"]')?.checkVisibility());
    const field = document.querySelector<HTMLInputElement>('main [name="name"]');
    if (field && times.usable && !times.stored) {
      field.value = 'I';
      field.dispatchEvent(new Event('input', { bubbles: true }));
      note('stored', localStorage.length + sessionStorage.length > 0);
    }
    const { dataset } = document.documentElement;
    note('hydrated', 'hydrated' in dataset);
    note('ready', 'ready' in dataset);
    if (times.ready) clearInterval(timer);
  }, 20);
}
