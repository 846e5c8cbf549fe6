import { chromium, type Page } from 'playwright-core';
import { findChromium } from '../bin/find-chromium.mjs';
import { type Conditions, throttle } from '../e2e/harness/browser.ts';

type Visit = { fcp: number; lcp: number; readyMs: number | null };

/** A phone-sized browser that is slowed down to these conditions; every visit has an empty cache. */
export async function openPhone(conditions: Conditions) {
  const executablePath = await findChromium();
  if (!executablePath) throw new Error('There is no Chromium on this machine, and none could be installed.');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });

  async function newPage(): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    await throttle(page, conditions);
    return page;
  }

  return {
    newPage,
    /** Milliseconds from the start of the navigation. `readyMs` is null where scripts never take over. */
    visit: async (url: string): Promise<Visit> => {
      const page = await newPage();
      await page.goto(url, { waitUntil: 'load' });
      const ready = page.locator('html[data-ready]').waitFor({ state: 'attached', timeout: 15_000 });
      if (await page.locator('script:not([type])').count()) await ready;
      else ready.catch(() => {});
      await page.waitForTimeout(300);
      const seen = await page.evaluate(readPaint);
      await page.context().close();
      return seen;
    },
    close: () => browser.close(),
  };
}

async function readPaint(): Promise<Visit> {
  const fcp = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;
  const lcp = await new Promise<number>((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    });
  });
  const scripts = performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('.js')) as PerformanceResourceTiming[];
  return { fcp, lcp, readyMs: scripts.length > 0 ? Math.max(...scripts.map(({ responseEnd }) => responseEnd)) : null };
}
