// Protects: pages are documents: a change takes half a second, can be interrupted, keeps positions, and what can be is prefetched or kept in memory.
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { pages } from '#content/pages.ts';
import { pageShown, ready } from './harness/browser.ts';
import { setupJourney } from './harness/journey.ts';
import { oneService } from './harness/site-paths.ts';

/** That there is no animation under reduced motion is asked of the styles: build-tools/styles.test.ts. */
const journey = setupJourney();
const wide = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 375, height: 667 } };

test('a change of page takes 0.5 s, header and call bar stay as they are, and the last of two choices wins', async () => {
  for (const options of [wide, phone]) {
    const page = await journey.newPage(options);
    await page.addInitScript(recordAnimations);
    await page.goto(journey.product.url);
    await ready(page);
    await page.locator('main a[href="/services"]').first().click();
    await pageShown(page, '/services');
    const changed = await page.evaluate(() => (window as unknown as { animated: Promise<Animated> }).animated);
    const parts = ['group', 'new', 'old'].map((part) => ({ element: `::view-transition-${part}(root)`, duration: 500 }));
    expect(changed.toSorted((a, b) => a.element.localeCompare(b.element))).toEqual(parts);
    if (options === phone) continue;
    const links = page.getByRole('banner').getByRole('navigation');
    await links.getByRole('link', { name: 'About Us' }).click();
    await pageShown(page, '/about');
    await links.getByRole('link', { name: 'Contact Us' }).click();
    await pageShown(page, '/contact');
    await page.getByRole('heading', { level: 1, name: pages.contact.heading }).waitFor();
  }
});

test('a new page starts at its top, and Back and a reload keep the place, also from another site and after a reload there', async () => {
  const page = await journey.visit(oneService, wide);
  const atPlace = () => page.waitForFunction(() => Math.abs(scrollY - 700) < 2);
  await page.evaluate(() => scrollTo(0, 700));
  await atPlace();
  await page.reload();
  await ready(page);
  await atPlace();
  await page.goto(`${journey.product.url}/healthz`);
  await page.goBack();
  await ready(page);
  await atPlace();
  // The mouse is used directly: a click of Playwright's would first scroll, because the header lies within the scroll padding.
  const link = await page.getByRole('banner').getByRole('link', { name: 'About Us' }).boundingBox();
  await page.mouse.click((link?.x ?? 0) + 10, (link?.y ?? 0) + 10);
  await pageShown(page, '/about');
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.reload();
  await ready(page);
  await page.goBack();
  await pageShown(page, oneService);
  await atPlace();
});

test('where the browser has no transition between documents the next page fades in by itself, and the first does not', async () => {
  const page = await journey.newPage(wide);
  await page.addInitScript(() => Reflect.deleteProperty(window, 'onpagereveal'));
  await page.goto(journey.product.url);
  await ready(page);
  expect(await page.locator('main').evaluate((main) => main.getAnimations().length)).toBe(0);
  await page.locator('header a[href="/about"]').first().click();
  await page.waitForURL('**/about', { waitUntil: 'commit' });
  await ready(page);
  expect(await page.locator('html[data-enters]').count()).toBe(1);
  expect(await page.locator('main').evaluate((main) => getComputedStyle(main).animationDuration)).toBe('0.5s');
});

test('the page of a link that somebody points at is fetched before the click, and not on a slow line or with Save-Data', async () => {
  const page = await journey.visit('/', wide);
  const fetched = new Set<string>();
  const session = await page.context().newCDPSession(page);
  session.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => status === 'Ready' && fetched.add(prefetchUrl));
  await session.send('Preload.enable');
  await page.locator('header a[href="/about"]').first().hover();
  await expect.poll(() => [...fetched]).toEqual([`${journey.product.url}/about`]);
  for (const connection of [
    { effectiveType: '3g', saveData: false },
    { effectiveType: '4g', saveData: true },
  ]) {
    const slow = await journey.newPage(wide);
    await slow.addInitScript((value) => Object.defineProperty(Navigator.prototype, 'connection', { value }), connection);
    await slow.goto(journey.product.url);
    await ready(slow);
    // The rules of the page match only links below this mark.
    expect(await slow.locator('html[data-prefetch]').count()).toBe(0);
  }
});

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
      const ofThePage = reasons.splice(0).filter((reason) => !reasonsOfTheBrowser.includes(reason));
      expect(ofThePage, path).toEqual([]);
    }
  } finally {
    await browser.close();
  }
});

type Animated = { element: string; duration: number }[];

/** Runs in the page: records what is animated when a document is shown in place of another, and for how long. */
function recordAnimations(): void {
  const { promise, resolve } = Promise.withResolvers<Animated>();
  Object.assign(window, { animated: promise });
  addEventListener('pagereveal', async ({ viewTransition }) => {
    await viewTransition?.ready.catch(() => {});
    const effects = document.getAnimations().map(({ effect }) => effect as KeyframeEffect);
    resolve(
      effects.flatMap((effect) => {
        const element = effect.pseudoElement ?? '';
        const duration = Number(effect.getComputedTiming().duration);
        return element.startsWith('::view-transition') ? [{ element, duration }] : [];
      }),
    );
  });
}
