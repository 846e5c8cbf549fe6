import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { waitLimitMs } from '#testing/until.ts';
import { giveLimits, noLimits } from './time-limits.ts';

type ContextOptions = Pick<
  BrowserContextOptions,
  'javaScriptEnabled' | 'viewport' | 'reducedMotion' | 'colorScheme' | 'hasTouch' | 'forcedColors'
>;

/**
 * `setsClock`: the context is not used again, because the clock stays set in all its pages. `savesSite`: the page has the service
 * worker, in a context of its own; in all others none is registered.
 */
export type NewPageOptions = ContextOptions & { setsClock?: boolean; savesSite?: boolean };

type Pooled = { context: BrowserContext; kind: string; origins: Set<string>; blank: Page; session: CDPSession };

export type ContextPool = ReturnType<typeof createContextPool>;

/**
 * Browser contexts that tests use one after the other. Each keeps a blank page, and with it the process that renders its pages,
 * because starting one costs as much as loading a page. Nothing else is left of a test: its pages, storage and cache are removed when
 * it ends.
 */
export function createContextPool(browser: Browser) {
  const idle: Pooled[] = [];
  const used: Pooled[] = [];
  const single: BrowserContext[] = [];

  async function createContext(options: ContextOptions, serviceWorkers: 'allow' | 'block' = 'block'): Promise<BrowserContext> {
    const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/London', serviceWorkers, ...options });
    context.setDefaultTimeout(waitLimitMs);
    return context;
  }

  async function create(kind: string, options: ContextOptions): Promise<Pooled> {
    const context = await createContext(options);
    const blank = await context.newPage();
    await context.addInitScript(giveLimits, noLimits);
    const origins = new Set<string>();
    context.on('page', (page) => page.on('framenavigated', (frame) => origins.add(new URL(frame.url()).origin)));
    return { context, kind, origins, blank, session: await context.newCDPSession(blank) };
  }

  return {
    /** A page in a context that no other page of this test has. */
    newPage: async ({ setsClock, savesSite, ...options }: NewPageOptions): Promise<Page> => {
      if (setsClock || savesSite) {
        const context = await createContext(options, savesSite ? 'allow' : 'block');
        single.push(context);
        // Where the clock is set, the test is about such a limit.
        if (!setsClock) await context.addInitScript(giveLimits, noLimits);
        return context.newPage();
      }
      const { javaScriptEnabled, hasTouch, viewport, ...media } = options;
      const kind = JSON.stringify({ javaScriptEnabled, hasTouch });
      const index = idle.findIndex((one) => one.kind === kind);
      const pooled = idle.splice(index, index < 0 ? 0 : 1)[0] ?? (await create(kind, { javaScriptEnabled, hasTouch }));
      used.push(pooled);
      const page = await pooled.context.newPage();
      if (viewport) await page.setViewportSize(viewport);
      if (Object.keys(media).length > 0) await page.emulateMedia(media);
      return page;
    },
    /** Ends the test's pages, and leaves their contexts as if they were new. */
    reset: async (): Promise<void> => {
      await Promise.all(single.splice(0).map((context) => context.close()));
      const cleaned = used.splice(0);
      await Promise.all(cleaned.map(clean));
      idle.push(...cleaned);
    },
  };
}

async function clean({ context, blank, origins, session }: Pooled): Promise<void> {
  const hasClock = await blank.evaluate(() => !/\[native code\]/.test(setTimeout.toString())).catch(() => false);
  if (hasClock) throw new Error('A test that sets the clock opens its page with setsClock.');
  await Promise.all(context.pages().map((page) => page !== blank && page.close()));
  await Promise.all([context.setOffline(false), context.clearCookies(), context.clearPermissions(), context.unrouteAll()]);
  for (const origin of origins) {
    if (origin.startsWith('http')) await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  }
  origins.clear();
  await session.send('Network.clearBrowserCache');
}
