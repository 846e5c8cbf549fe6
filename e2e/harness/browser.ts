import { type Browser, chromium, type Page } from 'playwright-core';
import { type ContextPool, createContextPool, type NewPageOptions } from './context-pool.ts';

export type PageOptions = NewPageOptions & {
  /** Console errors that this test causes on purpose, such as a response 503. */
  expected?: RegExp;
};

/**
 * Features that are switched off: Playwright's own list, which this one replaces, and two of ours. These are menus of the address
 * bar, which are pages too and which Chromium prepares for each window even in headless mode. They were half the work of a test.
 */
const withoutFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay',
  'MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,TcpPortRandomizationWin',
  'OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch',
  'WebUIOmniboxPopup,WebUIOmniboxAimPopup',
];

export const flags = [
  `--disable-features=${withoutFeatures}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page in an existing process costs a third less, and no two pages work at the same time.
  '--renderer-process-limit=1',
  // Tests reach no other machine, so the map of /contact stays blank.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/** Errors about the map's frame, which is refused above, and about requests that a browser makes itself. */
const ignoredUrls = /^https:\/\/www\.openstreetmap\.org\/|\/favicon\.ico$/;

/**
 * The browser's report of a page change without its animation, which is no error: another one interrupted it, it took longer than
 * four seconds, or the next page is one of those that have none. And what React Router 8.4.0 leaves where a page's data is read again after it has come
 * and before its stream has ended: nobody waits for that stream's end.
 */
const ignoredErrors =
  /^uncaught: (Transition was (skipped|aborted because of (timeout|invalid state))|signal is aborted without reason$)/;

/** One browser for all files of a worker, started by the first page that any of them opens; it ends with the worker. */
let running: Promise<{ browser: Browser; contexts: ContextPool }> | null = null;

async function launch() {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: flags });
  browser.on('disconnected', () => {
    running = null;
  });
  return { browser, contexts: createContextPool(browser) };
}

export type TestPages = ReturnType<typeof createTestPages>;

/** Pages of one test; `errors` holds every console error, uncaught error and policy violation. */
export function createTestPages() {
  const errors: string[] = [];

  return {
    errors,
    newPage: async ({ expected, ...options }: PageOptions = {}): Promise<Page> => {
      running ??= launch();
      const { contexts } = await running;
      const page = await contexts.newPage(options);
      const record = (words: string) => {
        if (!expected?.test(words) && !ignoredErrors.test(words)) errors.push(words);
      };
      page.on('pageerror', (error) => record(`uncaught: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() !== 'error' || ignoredUrls.test(message.location().url)) return;
        record(`console: ${message.text()} (${message.location().url})`);
      });
      return page;
    },
    closePages: async () => (await running)?.contexts.reset(),
  };
}

/** Waits until the page's scripts handle what a visitor does. */
export async function ready(page: Page): Promise<Page> {
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  return page;
}

/**
 * Waits until the page at this path is shown in place of the one before, from which a link led to it: the address changes a moment
 * earlier.
 */
export async function pageShown(page: Page, path: string): Promise<void> {
  await page.waitForURL((url) => url.pathname === path);
  await page.waitForFunction((shown) => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
    return link !== null && new URL(link.href).pathname === shown;
  }, path);
}

/** Waits until the script that draws notices is loaded, which happens once a form is in use. */
export async function noticesReady(page: Page): Promise<Page> {
  await page.locator('main form').dispatchEvent('focusin');
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name, duration }) => name.includes('notice-island') && duration > 0),
  );
  return page;
}

/** Delays the scripts of this document and of those that follow until `release`. */
export async function delayScripts(page: Page): Promise<{ release: () => void }> {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  // The request of a document that was left in the meantime is gone.
  await page.route('**/*.js', (route) => promise.then(() => route.continue().catch(() => {})));
  return { release };
}

export type Conditions = { slowerBy: number; roundTripMs: number; kbitPerSecond: number };

/** The conditions that Lighthouse calls Slow 4G, on a mid-range phone. */
export const slow4g: Conditions = { slowerBy: 4, roundTripMs: 150, kbitPerSecond: 1_600 };

/** An old phone with a bad signal. */
export const slowPhone: Conditions = { slowerBy: 4, roundTripMs: 400, kbitPerSecond: 400 };

/** Slows a page down as Chromium's own tools do. */
export async function throttle(page: Page, { slowerBy, roundTripMs, kbitPerSecond }: Conditions): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const bytesPerSecond = (kbitPerSecond * 1_000) / 8;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTripMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowerBy });
}

/** A script for `addInitScript` that blocks storage, and locks with it: even naming storage throws. */
export function refuseStorage() {
  navigator.locks.request = () => Promise.reject(new DOMException('The request was denied.', 'SecurityError'));
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException(
          `Failed to read the '${name}' property from 'Window': Access is denied for this document.`,
          'SecurityError',
        );
      },
    });
  }
}
