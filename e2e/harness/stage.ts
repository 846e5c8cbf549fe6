import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { openVisits, type PageOptions, ready, type Visits } from './browser.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import { type Product, removeFolder, startProduct } from './product.ts';

/** What every journey needs, set up before a file's first test and taken down after its last. */
export function setStage(settings: Record<string, string> = {}) {
  let mailbox: Mailbox;
  let product: Product;
  let visits: Visits;

  beforeAll(async () => {
    mailbox = await openMailbox();
    [product, visits] = await Promise.all([startProduct({ SMTP_URL: mailbox.url, ...settings }), openVisits()]);
  });

  afterEach(async () => {
    await visits.closePages();
    expect(visits.faults.splice(0), 'errors in the browser').toEqual([]);
  });

  afterAll(async () => {
    await visits?.closePages();
    const ending = await product?.stop();
    await mailbox?.close();
    if (product) await removeFolder(product.dataDir);
    expect(ending, 'the end of the product').toEqual({ code: 0, signal: null });
  });

  return {
    get mailbox() {
      return mailbox;
    },
    get product() {
      return product;
    },
    newPage: (options?: PageOptions): Promise<Page> => visits.newPage(options),
    /** A new page at this path, ready for a visitor's hands. */
    visit: async (path: string, options?: PageOptions): Promise<Page> => {
      const page = await visits.newPage(options);
      await page.goto(product.url + path);
      return options?.javaScriptEnabled === false ? page : ready(page);
    },
    /** The same, with the page's clock stopped: from here on time passes by `page.clock.runFor` alone. */
    visitWithStoppedClock: async (path: string, options: PageOptions & { time?: Date } = {}): Promise<Page> => {
      const { time = new Date('2026-11-20T12:00:00Z'), ...others } = options;
      const page = await visits.newPage(others);
      await page.clock.install({ time });
      await page.goto(product.url + path);
      await ready(page);
      await page.clock.pauseAt(time.getTime() + 3_600_000);
      return page;
    },
  };
}
