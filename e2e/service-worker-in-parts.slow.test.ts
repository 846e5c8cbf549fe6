// Protects: a site that is saved only in part is not shown, and is completed later.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { noAnswer, noNetwork, type Route } from './harness/front-server.ts';
import {
  type Build,
  expectBuild,
  lookForUpdate,
  savedVersions,
  setupSavedSite,
  siteSaved,
  workerState,
} from './harness/setup-saved-site.ts';

const site = setupSavedSite();

describe('saving that ends before everything is saved', () => {
  test.each<[string, Route, (page: Page) => Promise<void>]>([
    ['because the network is gone', noNetwork, async () => {}],
    ['because the browser ends the service worker', noAnswer, stopWorker],
  ])('%s: the next visit requests only the rest', async (_, route, end) => {
    const page = await savePart('own', route, end);
    const kept = await keptFiles(page);
    expect(kept.length).toBeGreaterThan(10);
    await page.goto('about:blank');

    site.front.route = site.to('own');
    site.front.takeRequests();
    await site.open(page, '/faq');
    await siteSaved(page);
    const requests = site.front.takeRequests();
    expect(requests).toContain('GET /service-worker.js');
    expect(kept.filter((path) => path !== '/faq' && requests.includes(`GET ${path}`))).toEqual([]);
    expect(await savedVersions(page)).toHaveLength(1);

    site.front.route = noNetwork;
    for (const path of ['/', '/make-a-claim', '/roadside?lang=pl']) {
      await site.open(page, path);
      await expectBuild(page, 'own');
    }
  });

  test('What was saved of it is not shown', async () => {
    const page = await savePart('own', noNetwork);
    expect(await keptFiles(page)).toContain('/');
    await expect(page.goto(site.front.url)).rejects.toThrow('net::ERR');
  });

  test('The part of a build that was replaced is removed, even where the next one is not saved whole either', async () => {
    const page = await savePart('own', noNetwork);
    const before = await page.evaluate(() => caches.keys());
    await savePart('other', noNetwork, undefined, page);
    const after = await page.evaluate(() => caches.keys());
    expect(after.filter((name) => before.includes(name))).toEqual([]);
    site.front.route = site.to('other');
    await site.open(page, '/');
    await siteSaved(page);
    expect(await page.evaluate(() => caches.keys())).toEqual(await savedVersions(page));
    site.front.route = noNetwork;
    await site.open(page, '/faq');
    await expectBuild(page, 'other');
  });

  test('A device that has become full keeps no part of it', async () => {
    const page = await savePart('own', noNetwork);
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.overrideQuotaForOrigin', { origin: site.front.url, quotaSize: 1_000 });
    site.front.route = site.to('own');
    await site.open(page, '/');
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
    await expect.poll(() => workerState(page)).toBe('none');
    await expectBuild(page, 'own');
    await session.send('Storage.overrideQuotaForOrigin', { origin: site.front.url });
  });

  test('A version that takes over leaves what a newer one is saving meanwhile', async () => {
    const page = await site.visitAndSave('own');
    site.front.route = site.to('other');
    await lookForUpdate(page);
    await expect.poll(() => workerState(page)).toBe('waiting');
    const script = await (await fetch(`http://127.0.0.1:${site.product('own').port}/service-worker.js`)).text();
    let left = 20;
    site.front.route = (incoming, outgoing) => {
      if (incoming.url !== '/service-worker.js') return (left-- > 0 ? site.to('own') : noAnswer)(incoming, outgoing);
      outgoing.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script.replace(/"version":"[^"]+/, '"version":"newer'));
      return null;
    };
    await lookForUpdate(page);
    await expect.poll(() => left).toBeLessThan(0);
    const kept = await page.evaluate(() => caches.keys());
    expect(kept).toContain('saved-site-newer');

    // Nothing of the site is open, so that the version that waited takes over. Nothing is answered: an error would end the attempt.
    const next = await site.closeAndOpen(page, '/faq', 'other');
    expect(await next.evaluate(() => caches.keys())).toEqual(kept);
  });
});

/** A first visit of which the first 20 files are saved; the rest is given to `route`. */
async function savePart(build: Build, route: Route, end = async (_: Page) => {}, again?: Page): Promise<Page> {
  const page = again ?? (await site.newPage());
  let left = Number.POSITIVE_INFINITY;
  site.front.route = (incoming, outgoing) => {
    if (incoming.url === '/service-worker.js') left = 20;
    else left -= 1;
    return (left < 0 ? route : site.to(build))(incoming, outgoing);
  };
  await site.open(page, '/');
  await expect.poll(() => left).toBeLessThan(0);
  await expect.poll(() => keptFiles(page).then((kept) => kept.length)).toBeGreaterThan(10);
  await end(page);
  await expect.poll(() => workerState(page)).toBe('none');
  return page;
}

/** Ends the service worker as a browser does with one that works for too long. */
async function stopWorker(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
}

/** The paths of everything in the caches. */
function keptFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const files = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return files.flat().map(({ url }) => url.slice(location.origin.length));
  });
}
