// Protects: a change of page takes half a second, keeps positions, and can be interrupted.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pages } from '#content/pages.ts';
import type { PageOptions } from './harness/browser.ts';
import { pageShown, ready } from './harness/browser.ts';
import { setupJourney } from './harness/journey.ts';
import { oneService } from './harness/site-paths.ts';

const journey = setupJourney();
const wide = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 375, height: 667 } };

test.each([
  ['on a wide screen, the header', wide],
  ['on a phone, header and call bar', phone],
])('a change of page takes 0.5 s; %s stay as they are', async (_, options) => {
  const page = await visit('/', options);
  await page.locator('main a[href="/services"]').first().click();
  await pageShown(page, '/services');
  const changed = await animationsOf(page);
  expect(changed.map(({ element }) => element).sort()).toEqual([
    '::view-transition-group(root)',
    '::view-transition-new(root)',
    '::view-transition-old(root)',
  ]);
  expect(new Set(changed.map(({ duration }) => duration))).toEqual(new Set([500]));
});

test('Under reduced motion nothing is animated', async () => {
  const page = await visit('/', { ...wide, reducedMotion: 'reduce' });
  await follow(page, 'About Us', '/about');
  expect(await animationsOf(page)).toEqual([]);
});

test('A page change can be interrupted: the header responds, and the last choice wins', async () => {
  const page = await visit('/', wide);
  const links = page.getByRole('banner').getByRole('navigation');
  await links.getByRole('link', { name: 'About Us' }).click();
  await pageShown(page, '/about');
  await links.getByRole('link', { name: 'Contact Us' }).click();
  await pageShown(page, '/contact');
  await page.getByRole('heading', { level: 1, name: pages.contact.heading }).waitFor();
});

test('the new page starts at its top', async () => {
  const page = await visit('/', wide);
  await page.evaluate(() => scrollTo(0, 1_500));
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await pageShown(page, '/faq');
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('Back restores the place where one was', async () => {
  const page = await visit('/', wide);
  await page.evaluate(() => scrollTo(0, 900));
  await page.waitForFunction(() => scrollY === 900);
  // The mouse is used directly: a click of Playwright's would first scroll, because the header lies within the scroll padding.
  const link = await page.getByRole('banner').getByRole('link', { name: 'About Us' }).boundingBox();
  await page.mouse.click((link?.x ?? 0) + 10, (link?.y ?? 0) + 10);
  await page.waitForURL('**/about');
  await page.waitForFunction(() => scrollY === 0);
  await page.goBack();
  await page.waitForFunction(() => Math.abs(scrollY - 900) < 2);
});

test('a reload keeps the place too', async () => {
  const page = await visit(oneService, wide);
  await page.evaluate(() => scrollTo(0, 700));
  await page.waitForFunction(() => scrollY === 700);
  await page.reload();
  await ready(page);
  await page.waitForFunction(() => Math.abs(scrollY - 700) < 2);
});

test('Back from another site and Back after a reload restore the position', async () => {
  const page = await visit(oneService, wide);
  const atPlace = () => page.waitForFunction(() => Math.abs(scrollY - 700) < 2);
  await page.evaluate(() => scrollTo(0, 700));
  await page.waitForFunction(() => scrollY === 700);
  await page.goto(`${journey.product.url}/healthz`);
  await page.goBack();
  await ready(page);
  await atPlace();

  const link = await page.getByRole('banner').getByRole('link', { name: 'About Us' }).boundingBox();
  await page.mouse.click((link?.x ?? 0) + 10, (link?.y ?? 0) + 10);
  await page.waitForURL('**/about');
  await page.reload();
  await ready(page);
  await page.goBack();
  await page.waitForURL(`**${oneService}`);
  await atPlace();
});

type Animated = { element: string; duration: number }[];

/** Opens a page that records what is animated when a document is shown in place of another, and for how long. */
async function visit(path: string, options: PageOptions): Promise<Page> {
  const page = await journey.newPage(options);
  await page.addInitScript(() => {
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
  });
  await page.goto(journey.product.url + path);
  return ready(page);
}

function animationsOf(page: Page): Promise<Animated> {
  return page.evaluate(() => (window as unknown as { animated: Promise<Animated> }).animated);
}

async function follow(page: Page, name: string, path: string): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
  await page.waitForURL(journey.product.url + path);
}
