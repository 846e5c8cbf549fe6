// Protects: captive portals, full devices and a switched-off service worker do no harm.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pages } from '#content/pages.ts';
import { type Product, startProduct } from '#testing/product.ts';
import { captivePortal, noNetwork, type Route } from './harness/front-server.ts';
import { expectBuild, savedVersions, setupSavedSite, siteSaved, workerState } from './harness/setup-saved-site.ts';

const site = setupSavedSite();

describe('a captive portal', () => {
  test('is not saved in place of our pages', async () => {
    const page = await site.newPage();
    site.front.route = forFilesAfterTheWorker(captivePortal);
    await site.open(page, '/');
    await savingBegan();
    await expect.poll(() => workerState(page)).toBe('none');
    expect(await savedVersions(page)).toEqual([]);
    await expectBuild(page, 'own');
    site.front.route = site.to('own');
    await site.open(page, '/');
    await siteSaved(page);
  });

  test('is shown, so that one can sign in to it, and leaves what was saved as it is', async () => {
    const page = await site.visitAndSave('own');
    site.front.route = captivePortal;
    // A page that does not begin to arrive within three seconds is the saved one.
    const portal = page.getByRole('heading', { name: 'Welcome to the Wi-Fi' });
    await expect.poll(() => page.goto(`${site.front.url}/faq`).then(() => portal.count())).toBe(1);
    site.front.route = noNetwork;
    await site.open(page, '/faq');
    await expectBuild(page, 'own');
  });
});

describe('where the browser gives no room', () => {
  test('pages are as they are without a service worker, and a later visit saves them', async () => {
    const page = await site.newPage();
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.overrideQuotaForOrigin', { origin: site.front.url, quotaSize: 100_000 });
    site.front.route = site.to('own');
    await site.open(page, '/');
    await savingBegan();
    await expect.poll(() => workerState(page)).toBe('none');
    expect(await savedVersions(page)).toEqual([]);
    await expectBuild(page, 'own');
    await session.send('Storage.overrideQuotaForOrigin', { origin: site.front.url });
    await site.open(page, '/');
    await siteSaved(page);
  });

  test('A browser that refuses service workers says nothing of it', async () => {
    const page = await site.newPage();
    await page.addInitScript(() => {
      ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException('refused', 'SecurityError'));
    });
    site.front.route = site.to('own');
    await site.open(page, '/');
    await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
    await page.waitForURL('**/faq');
  });
});

describe('SERVICE_WORKER=off', () => {
  let switchedOff: Product;

  beforeAll(async () => {
    switchedOff = await startProduct({ SITE_URL: site.front.url, SERVICE_WORKER: 'off' });
  });

  afterAll(() => switchedOff?.stop());

  test('ends a broken service worker and removes what was saved', async () => {
    const page = await site.newPage();
    site.front.route = (incoming, outgoing) => {
      if (incoming.url !== '/service-worker.js') return site.to('own')(incoming, outgoing);
      outgoing.writeHead(200, { 'Content-Type': 'text/javascript' }).end(brokenWorker);
      return null;
    };
    await site.open(page, '/');
    await siteSaved(page);
    await page.goto(site.front.url);
    await page.getByText('This page is broken.').waitFor();

    site.front.route = () => switchedOff.port;
    // The browser looks for another version a moment after a visit: this one, or the one before.
    await page.goto(site.front.url);
    await expect.poll(() => workerState(page)).toBe('none');
    expect(await savedVersions(page)).toEqual([]);
    await site.open(page, '/');
    await page.getByRole('heading', { level: 1, name: pages.home.heading }).waitFor();
    await expectNotRegistered(page);
  });

  test('pages do not register one', async () => {
    const page = await site.newPage();
    site.front.route = () => switchedOff.port;
    site.front.takeRequests();
    await site.open(page, '/');
    await expectNotRegistered(page);
    expect(site.front.takeRequests()).not.toContain('GET /service-worker.js');
  });
});

const brokenWorker = `
addEventListener('install', (event) => event.waitUntil(caches.open('saved-site-broken').then(() => skipWaiting())));
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate')
    event.respondWith(new Response('<p>This page is broken.', { headers: { 'Content-Type': 'text/html' } }));
});`;

/** Serves this build up to the service worker's script, then something else in place of each file that it saves. */
function forFilesAfterTheWorker(others: Route): Route {
  let isSaving = false;
  return (incoming, outgoing) => {
    const route = isSaving ? others : site.to('own');
    isSaving ||= incoming.url === '/service-worker.js';
    return route(incoming, outgoing);
  };
}

/** Waits until the browser requests a page that no visitor opened. */
async function savingBegan(): Promise<void> {
  await expect.poll(() => site.front.takeRequests()).toContain('GET /about');
}

/** Expects no service worker long after the page was idle. */
async function expectNotRegistered(page: Page): Promise<void> {
  await page.evaluate(() => {
    const idle = (act: () => void) => requestIdleCallback(act, { timeout: 15_000 });
    return new Promise<void>((done) => idle(() => idle(done)));
  });
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
}
