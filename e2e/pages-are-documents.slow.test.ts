// Protects: pages are documents that the browser keeps, prefetches and fades by itself.
import { chromium, type Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { socialAddresses } from '#content/switches.ts';
import { delayScripts, ready } from './harness/browser.ts';
import { setupJourney } from './harness/journey.ts';

const journey = setupJourney();
const wide = { viewport: { width: 1280, height: 800 } };

/** Why this browser, rather than the page, keeps nothing in memory: headless shell never does. */
const reasonsOfTheBrowser = ['BackForwardCacheDisabledForDelegate', 'BrowsingInstanceNotSwapped'];

test('nothing on any kind of page prevents that Back shows it as it was left, from memory', async () => {
  // The other journeys' browser keeps no page in memory.
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    const page = await browser.newPage();
    const reasons: string[] = [];
    const session = await page.context().newCDPSession(page);
    session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
      reasons.push(...notRestoredExplanations.map(({ reason }) => reason));
    });
    await session.send('Page.enable');
    // A service worker that takes over at the first visit ends what the browser keeps of it.
    await page.goto(journey.product.url);
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    for (const path of ['/about', '/roadside', '/make-a-claim', '/contact']) {
      await page.goto(journey.product.url + path);
      await ready(page);
      const field = page.locator('main :is(input[type="text"], input[type="tel"])').first();
      if (path !== '/about') await field.fill('07700');
      await page.locator('.site-footer a[href="/faq"]').evaluate((link: HTMLElement) => link.click());
      await page.waitForURL('**/faq', { waitUntil: 'commit' });
      await ready(page);
      await page.evaluate(() => history.back());
      await page.waitForURL(`**${path}`, { waitUntil: 'commit' });
      await ready(page);
      expect(
        reasons.splice(0).filter((reason) => !reasonsOfTheBrowser.includes(reason)),
        path,
      ).toEqual([]);
    }
  } finally {
    await browser.close();
  }
});

test('the page of a link that somebody points at is fetched before the click', async () => {
  const page = await journey.visit('/', wide);
  const fetched = await prefetched(page);
  await page.locator('header a[href="/about"]').first().hover();
  await expect.poll(() => [...fetched]).toEqual([`${journey.product.url}/about`]);
});

test('on a slow line, or with Save-Data, it is not', async () => {
  for (const connection of [
    { effectiveType: '3g', saveData: false },
    { effectiveType: '4g', saveData: true },
  ]) {
    const page = await journey.newPage(wide);
    await page.addInitScript((value) => Object.defineProperty(Navigator.prototype, 'connection', { value }), connection);
    await page.goto(journey.product.url);
    await ready(page);
    // The rules of the page match only links below this mark.
    expect(await page.locator('html[data-prefetch]').count()).toBe(0);
  }
});

test('where the browser has no transition between documents the next page fades in by itself, and the first does not', async () => {
  const page = await journey.newPage(wide);
  await page.addInitScript(() => Reflect.deleteProperty(window, 'onpagereveal'));
  await page.goto(journey.product.url);
  await ready(page);
  expect(await entryOf(page)).toEqual([]);
  await page.locator('header a[href="/about"]').first().click();
  await page.waitForURL('**/about', { waitUntil: 'commit' });
  await ready(page);
  expect(await page.locator('html[data-enters]').count()).toBe(1);
  expect(await page.locator('main').evaluate((main) => getComputedStyle(main).animationDuration)).toBe('0.5s');
});

test.runIf(socialAddresses.includes(null))('a click before the script has come is answered once it is there', async () => {
  const page = await journey.newPage(wide);
  const { release } = await delayScripts(page);
  await page.goto(journey.product.url, { waitUntil: 'commit' });
  await page.getByRole('list', { name: 'Social media' }).getByRole('button').first().click();
  release();
  await page.getByText('Feature in Progress', { exact: true }).first().waitFor();
});

/** The addresses that the browser fetches by the page's speculation rules, from now on. */
async function prefetched(page: Page): Promise<Set<string>> {
  const found = new Set<string>();
  const session = await page.context().newCDPSession(page);
  session.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => status === 'Ready' && found.add(prefetchUrl));
  await session.send('Preload.enable');
  return found;
}

function entryOf(page: Page): Promise<string[]> {
  return page.locator('main').evaluate((main) => main.getAnimations().map((one) => (one as CSSAnimation).animationName));
}
