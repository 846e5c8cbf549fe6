import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type Product, root, startProduct } from '#testing/product.ts';
import { removeFolder } from '#testing/remove-folder.ts';
import { createTestPages, ready } from './browser.ts';
import { type FrontServer, openFrontServer, type Route } from './front-server.ts';
import { makeOtherBuild, marks } from './other-build.ts';

export type Build = 'own' | 'other';

/** Messages of the browser's console without a network. */
const expected = /Failed to load resource|Failed to find a valid digest|ERR_/;

/** How long the browser may take to change to the waiting version after the last page was closed, twice as long each time. */
const changeMs = 200;

/** One origin with this build, another one, or something else behind it; and browsers that save the site. */
export function setupSavedSite() {
  const browser = createTestPages();
  let front: FrontServer;
  let builds: Record<Build, Product>;
  let otherFolder: string;

  beforeAll(async () => {
    [front, otherFolder] = await Promise.all([openFrontServer(), makeOtherBuild()]);
    const settings = { SITE_URL: front.url };
    const [own, other] = await Promise.all([startProduct(settings), startProduct(settings, undefined, otherFolder)]);
    builds = { own, other };
  });

  afterEach(async () => {
    await browser.closePages();
    expect(browser.errors.splice(0), 'errors in the browser').toEqual([]);
    for (const { output } of Object.values(builds)) expect(output(), 'violations of a policy').not.toContain('csp violation');
  });

  afterAll(async () => {
    await browser.closePages();
    await Promise.all(Object.values(builds ?? {}).map((product) => product.stop()));
    await front?.close();
    if (otherFolder) await removeFolder(otherFolder);
  });

  async function open(page: Page, path: string): Promise<Page> {
    await page.goto(front.url + path);
    return ready(page);
  }

  /** Opens a page until it comes from the network: one that does not begin to arrive within three seconds is the saved one. */
  async function openFromNetwork(page: Page, path: string, build: Build): Promise<void> {
    const mark = page.getByRole('contentinfo').getByRole('link', { name: marks[build], exact: true });
    await expect.poll(() => open(page, path).then(() => mark.count())).toBe(1);
    await expectBuild(page, build);
  }

  /** Closes the last page of the site, and opens it again until the browser has changed to the version that waited. */
  async function closeAndOpen(page: Page, path: string, build: Build): Promise<Page> {
    let last = page;
    let ms = changeMs;
    await expect
      .poll(async () => {
        const next = await last.context().newPage();
        await last.close();
        // Before it is opened, which may fail: the browser does not change as long as any page of the site stays open.
        last = next;
        await pause(ms);
        ms *= 2;
        await open(next, path);
        return last.getByRole('contentinfo').getByRole('link', { name: marks[build], exact: true }).count();
      })
      .toBe(1);
    return last;
  }

  const newPage = () => browser.newPage({ savesSite: true, expected });

  return {
    get front() {
      return front;
    },
    product: (build: Build): Product => builds[build],
    /** The route to a build. */
    to:
      (build: Build): Route =>
      () =>
        builds[build].port,
    newPage,
    open,
    openFromNetwork,
    closeAndOpen,
    /** Opens a page for the first visit, which saves the site. */
    visitAndSave: async (build: Build): Promise<Page> => {
      front.route = () => builds[build].port;
      const page = await open(await newPage(), '/');
      await siteSaved(page);
      return page;
    },
  };
}

/** Waits until the service worker has saved everything and answers for this page. */
export async function siteSaved(page: Page): Promise<void> {
  // Every page and asset is requested, which takes long on a busy machine.
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

/** The state of the service worker in the browser: "none" before it is registered, and after a first save that failed. */
export function workerState(page: Page): Promise<'none' | 'saving' | 'waiting' | 'active'> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    if (registration?.installing) return 'saving';
    if (registration?.waiting) return 'waiting';
    return registration ? 'active' : 'none';
  });
}

/** Looks for an update, as the browser does after each page that it opens. */
export async function lookForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
}

/** The names of versions that were saved whole. */
export function savedVersions(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    return names.filter((name) => !name.endsWith('-unfinished') && !names.includes(`${name}-unfinished`));
  });
}

const assets = new Set(readdirSync(join(root, 'build/client/assets')));

/** Expects the page's HTML and every file that it loaded to be of this build. */
export async function expectBuild(page: Page, build: Build): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name: marks[build], exact: true }).waitFor({ state: 'attached' });
  const { html, loaded } = await page.evaluate(async () => ({
    html: document.documentElement.outerHTML,
    loaded: performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  }));
  const named = [...(html.match(/\/assets\/[\w.-]+/g) ?? []), ...loaded.filter((path) => path.startsWith('/assets/'))];
  expect(named.length).toBeGreaterThan(1);
  const builds = named.map((path) => (assets.has(path.replace('/assets/', '')) ? 'own' : 'other'));
  expect([...new Set(builds)], `builds in ${page.url()}`).toEqual([build]);
}
