import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { pages } from '#content/pages.ts';
import { site } from '#content/site.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { ready } from './harness/browser.ts';
import { fill, readForm } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';
import { oneService } from './harness/site-paths.ts';

const journey = setupJourney();
const wide = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 375, height: 667 }, hasTouch: true };
/** Messages of the browser's console about a request without a network. */
const expected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|dynamically imported module/;

describe('a page that cannot be loaded', () => {
  test('Offline, a tap on a link keeps the page and shows a note with the number to call', async () => {
    const page = await visit('/', phone);
    await page.context().setOffline(true);
    await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).tap();
    await expectNote(page);
    await expectUnmoved(page, '/');
    expect(await note(page).getByRole('link').getAttribute('href')).toBe(`tel:${site.helpline.tel}`);
  });

  test('Offline, hovering over a link has no effect', async () => {
    const page = await visit('/', wide);
    await page.context().setOffline(true);
    const tried = page.waitForEvent('requestfailed', (request) => request.url().includes('partners-page'));
    await page.getByRole('banner').getByRole('link', { name: 'Partners' }).hover();
    await tried;
    await page.getByRole('banner').getByRole('link', { name: 'Contact Us' }).focus();
    await settled(page);
    await expectUnmoved(page, '/');
    await expectNoNote(page);
  });

  test('Back online, the same tap changes the page, and the note disappears', async () => {
    const page = await journey.visitWithStoppedClock('/', { ...wide, expected });
    await page.context().setOffline(true);
    await page.getByRole('banner').getByRole('link', { name: 'Partners' }).click();
    await expectNote(page);
    await page.context().setOffline(false);
    await page.getByText('You are back online.').waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'Partners' }).click();
    await page.waitForURL('**/partners');
    await page.waitForFunction(() => document.activeElement?.matches('main h1'));
    await page.clock.runFor(5_000);
    await page.getByText('You are back online.').waitFor({ state: 'detached' });
  });

  test('A network that reports itself online and fails is treated the same', async () => {
    const page = await visit('/', wide);
    await page.route('**/*', (route) => route.abort('failed'));
    await page.getByRole('banner').getByRole('link', { name: 'Partners' }).click();
    await expectNote(page);
    await expectUnmoved(page, '/');
    await page.unroute('**/*');
    await page.getByRole('banner').getByRole('link', { name: 'Partners' }).click();
    await page.waitForURL('**/partners');
    await expectNoNote(page);
  });

  test('A page change without a response fails after 15 seconds', async () => {
    const page = await journey.visitWithStoppedClock('/', { ...wide, expected });
    await page.route('**/partners*', () => {});
    await page.getByRole('banner').getByRole('link', { name: 'Partners' }).click();
    await page.clock.runFor(14_000);
    await expectNoNote(page);
    await page.clock.runFor(1_000);
    await expectNote(page);
    expect(new URL(page.url()).pathname).toBe('/');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('offline, Back to a page of an earlier document stays too', async () => {
    const page = await visit('/', wide);
    await page.getByRole('banner').getByRole('link', { name: 'Partners' }).click();
    await page.waitForURL('**/partners');
    await page.reload();
    await mark(await ready(page));
    await forgetFiles(page);
    await page.context().setOffline(true);
    await page.evaluate(() => history.back());
    await expectNote(page);
    await page.waitForURL('**/partners');
    await expectUnmoved(page, '/partners');
    await page.context().setOffline(false);
    await page.evaluate(() => history.back());
    await page.waitForURL(`${journey.product.url}/`);
    await page.getByRole('heading', { level: 1, name: pages.home.heading }).waitFor();
  });

  test('offline, a plain link in a text or beside a form stays too, with what was typed', async () => {
    const page = await visit('/make-a-claim', phone);
    await fill(page, aoife);
    await page.context().setOffline(true);
    await page.getByRole('main').getByRole('link', { name: 'Privacy Policy' }).tap();
    await expectNote(page);
    await expectUnmoved(page, '/make-a-claim');
    expect(await readForm(page)).toEqual(aoife);
  });

  test('A page that arrives late does not replace one chosen after it', async () => {
    const page = await visit('/', wide);
    const held = Promise.withResolvers<void>();
    await page.route('**/partners-page*', (route) => held.promise.then(() => route.continue()));
    await page.getByRole('banner').getByRole('link', { name: 'Partners' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'About Us' }).click();
    await page.waitForURL('**/about');
    held.resolve();
    await settled(page);
    expect(new URL(page.url()).pathname).toBe('/about');
  });

  test('offline, a tap in the menu closes the menu, so that the note is seen', async () => {
    const page = await visit('/', phone);
    await page.context().setOffline(true);
    const menu = page.locator('#mobile-menu');
    await page.getByRole('banner').getByRole('button', { name: 'Menu' }).tap();
    await menu.getByText('Services', { exact: true }).tap();
    await menu.getByRole('link', { name: 'Partners' }).tap();
    await expectNote(page);
    await menu.waitFor({ state: 'hidden' });
    await note(page).getByRole('link').click({ trial: true });
  });

  test('a link chosen while the page is still changing is followed', async () => {
    const page = await visit('/', wide);
    // This happens when the address changes, before the browser has begun to animate.
    await page.evaluate(() => {
      const push = history.pushState;
      history.pushState = function pushAndChoose(...given) {
        push.apply(history, given);
        history.pushState = push;
        queueMicrotask(() => document.querySelector<HTMLElement>('header a[href="/contact"]')?.click());
      };
    });
    await page.getByRole('banner').getByRole('link', { name: 'Partners' }).click();
    await page.waitForURL('**/contact');
    await page.getByRole('heading', { level: 1, name: pages.contact.heading }).waitFor();
  });

  test('The note can be closed, and appears again after another failed tap', async () => {
    const page = await visit('/', phone);
    await page.context().setOffline(true);
    const faq = page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' });
    await faq.tap();
    await expectNote(page);
    await page.getByRole('button', { name: 'Close' }).tap();
    await expectNoNote(page);
    await faq.tap();
    await expectNote(page);
  });
});

test('Offline, a page prefetched by hover is shown with its styles', async () => {
  const page = await visit('/', wide);
  // The stylesheet is the last file that the form needs: the script that requests it has arrived with all its imports.
  const arrived = page.waitForResponse((response) => response.url().includes('/assets/form-'));
  await page.getByRole('banner').getByRole('link', { name: 'Partners' }).hover();
  await (await arrived).finished();
  await page.context().setOffline(true);
  await page.getByRole('banner').getByRole('link', { name: 'Partners' }).click();
  await page.waitForURL('**/partners');
  await expectUnmoved(page, '/partners');
  const name = page.locator('[name="companyName"]');
  await name.waitFor();
  expect(await page.locator('main .form-section').evaluate((one) => getComputedStyle(one).borderTopWidth)).toBe('1px');
});

test('A page whose scripts a new release removed is reloaded on click, not on hover', async () => {
  const page = await visit('/', { ...wide, expected: /404|dynamically imported module/ });
  await page.route('**/partners-page*', (route) => route.fulfill({ status: 404 }));
  const asked = page.waitForResponse((response) => response.url().includes('partners-page'));
  await page.getByRole('banner').getByRole('link', { name: 'Partners' }).hover();
  await asked;
  await settled(page);
  await expectUnmoved(page, '/');
  await page.getByRole('banner').getByRole('link', { name: 'Partners' }).click();
  await page.waitForURL('**/partners');
  await page.getByRole('heading', { level: 1, name: pages.partners.heading }).waitFor();
  expect(await page.evaluate(() => 'mark' in window)).toBe(false);
});

test('Back to a page whose scripts a new release removed reloads it', async () => {
  const page = await visit('/', { ...wide, expected: /404|dynamically imported module|reloading page/ });
  await page.getByRole('banner').getByRole('link', { name: 'Partners' }).click();
  await page.waitForURL('**/partners');
  await page.reload();
  await ready(page);
  await page.route('**/home-page*', (route) => route.fulfill({ status: 404 }));
  await page.evaluate(() => history.back());
  await page.waitForURL(`${journey.product.url}/`);
  await page.getByRole('heading', { level: 1, name: pages.home.heading }).waitFor();
});

test('a plain link in a text changes the page without a new document', async () => {
  const page = await visit(oneService, wide);
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/complaints', textContent: 'our procedure' });
    document.querySelector('main .prose p')?.append(link);
  });
  await page.getByRole('main').getByRole('link', { name: 'our procedure' }).click();
  await page.waitForURL('**/complaints');
  await page.waitForFunction(() => document.activeElement?.matches('main h1'));
  expect(await page.evaluate(() => 'mark' in window)).toBe(true);
});

/** Empties the browser's cache, as many other pages would. */
async function forgetFiles(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
}

/** Opens a page with a mark, by which another document can be told from it. */
async function visit(path: string, options: typeof wide & { hasTouch?: boolean; expected?: RegExp }): Promise<Page> {
  return mark(await journey.visit(path, { expected, ...options }));
}

async function mark(page: Page): Promise<Page> {
  await page.evaluate(() => Object.assign(window, { mark: true }));
  return page;
}

async function expectUnmoved(page: Page, path: string): Promise<void> {
  expect(new URL(page.url()).pathname).toBe(path);
  expect(await page.evaluate(() => 'mark' in window)).toBe(true);
}

function note(page: Page) {
  return page.getByRole('status').filter({ hasText: 'That page could not be loaded.' });
}

async function expectNote(page: Page): Promise<void> {
  await note(page).waitFor();
  expect(await note(page).textContent()).toContain(site.helpline.display);
}

async function expectNoNote(page: Page): Promise<void> {
  await note(page).waitFor({ state: 'detached' });
}

/** Waits until everything that the last gesture began is done. Half a second is several times what any of it takes. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
}
