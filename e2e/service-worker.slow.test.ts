// Protects: after one visit every public page can be read without a network.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { pages } from '#content/pages.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { fill, formOf, submit } from './harness/fill.ts';
import { noAnswer, noNetwork, unavailable } from './harness/front-server.ts';
import { expectBuild, setupSavedSite, siteSaved } from './harness/setup-saved-site.ts';
import { nowhere, oneService, routes } from './harness/site-paths.ts';

const site = setupSavedSite();

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

describe('after one visit', () => {
  test('every public page can be read without a network, and works', async () => {
    const page = await site.visitAndSave('own');
    site.front.route = noNetwork;
    for (const path of routes) {
      await site.open(page, path);
      expect(await page.getByRole('heading', { level: 1 }).count(), path).toBe(1);
      await expectBuild(page, 'own');
    }
    await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
    await heading(page, pages.faq.heading).waitFor();
  });

  test('the page of that visit can change to the others without a network, with their styles', async () => {
    const page = await site.visitAndSave('own');
    site.front.route = noNetwork;
    await page.getByRole('contentinfo').getByRole('link', { name: 'Make a Claim' }).click();
    await heading(page, pages.makeAClaim.heading).waitFor();
    const section = page.locator('main .form-section').first();
    expect(await section.evaluate((one) => getComputedStyle(one).borderTopWidth)).toBe('1px');
  });

  test('A page with the query of a campaign is the saved one; an address without a page is not', async () => {
    const page = await site.visitAndSave('own');
    site.front.route = noNetwork;
    await site.open(page, '/faq?utm_source=leaflet');
    await heading(page, pages.faq.heading).waitFor();
    await expect(page.goto(site.front.url + nowhere)).rejects.toThrow('net::ERR');
  });

  test('A page that does not begin to arrive is opened as it was saved', async () => {
    const page = await site.visitAndSave('own');
    site.front.route = noAnswer;
    await site.open(page, oneService);
    await expectBuild(page, 'own');
  });

  test('where the server behind a proxy is gone, a page is opened as it was saved', async () => {
    const page = await site.visitAndSave('own');
    site.front.route = unavailable;
    await site.open(page, '/contact');
    await heading(page, pages.contact.heading).waitFor();
  });
});

test('A form comes first: the site is saved once it is hydrated', async () => {
  const page = await site.newPage();
  site.front.route = site.to('own');
  await page.addInitScript(() => {
    const { serviceWorker } = navigator;
    const register = serviceWorker.register.bind(serviceWorker);
    serviceWorker.register = (...given) => {
      Object.assign(window, { isRegistered: true });
      return register(...given);
    };
  });
  const { promise: arrives, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/assets/islands-*.js', (route) => arrives.then(() => route.continue()));
  await page.goto(`${site.front.url}/roadside`);
  // The page's script has run, and the browser has nothing else to do.
  await page.waitForFunction(() => (window as { kerbsideEarly?: unknown }).kerbsideEarly === null);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(await page.evaluate(() => 'isRegistered' in window)).toBe(false);
  arrive();
  await siteSaved(page);
});

describe('what it leaves alone', () => {
  test('the desk and the page of a claim', async () => {
    const page = await site.visitAndSave('own');
    for (const path of ['/desk/sign-in', '/your-claim'])
      expect((await page.goto(site.front.url + path))?.fromServiceWorker(), path).toBe(false);
    site.front.route = noNetwork;
    for (const path of ['/desk/sign-in', '/your-claim'])
      await expect(page.goto(site.front.url + path)).rejects.toThrow('net::ERR');
  });

  test.each([
    ['by script', submit],
    ['by the page itself', submitWithoutScript],
  ])('a form that is sent %s', async (_, send) => {
    const page = await site.visitAndSave('own');
    await site.open(page, '/make-a-claim');
    await fill(page, aoife);
    site.front.takeRequests();
    const sent = page.waitForResponse((response) => response.request().method() === 'POST');
    await send(page);
    expect((await sent).fromServiceWorker()).toBe(false);
    await page.locator('.receipt-reference').waitFor();
    expect(site.front.takeRequests().filter((one) => one.startsWith('POST'))).toHaveLength(1);
  });
});

/** Submits the form as before the page's scripts have arrived. */
async function submitWithoutScript(page: Page): Promise<void> {
  await formOf(page).evaluate((form) => HTMLFormElement.prototype.submit.call(form));
}
