import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type MailServer, startMailServer } from '#testing/mail-server.ts';
import { type Product, startProduct } from '#testing/product.ts';
import { removeFolder } from '#testing/remove-folder.ts';
import { createTestPages, type PageOptions, ready } from './browser.ts';
import { copyStaffTemplate } from './staff-template.ts';

/** The product has half a second more. */
const endsWithinMs = 9_000;

type Servers = { product: Product; mailbox: MailServer };

/** One product and mail server for all files of a worker that need no settings. They end with the worker. */
let shared: Promise<Servers> | null = null;

/**
 * The settings of a file that needs none, but servers of its own: it counts what is stored or logged, or changes what the servers do.
 */
export const ownServers = {};

/**
 * What every journey needs, set up before a file's first test. Without settings a file shares the product and the mail server with
 * others: it knows its claims by something that no other file sends, and does not count the rest.
 */
export function setupJourney(settings: Record<string, string> | null = null) {
  let mailbox: MailServer;
  let product: Product;
  const pages = createTestPages();

  beforeAll(async () => {
    if (!settings) shared ??= startServers({});
    const starting = settings ? startServers(settings) : (shared as Promise<Servers>);
    ({ product, mailbox } = await starting);
  });

  afterEach(async () => {
    await pages.closePages();
    expect(pages.errors.splice(0), 'errors in the browser').toEqual([]);
  });

  afterAll(async () => {
    await pages.closePages();
    if (!settings) return expect(product?.process.exitCode ?? null, 'the end of the product').toBeNull();
    const before = performance.now();
    const ending = await product?.stop();
    const tookMs = performance.now() - before;
    await mailbox?.close();
    if (product) await removeFolder(product.dataDir);
    // A product that stands still for longer than it has to end exits with 1, as it should.
    if (tookMs < endsWithinMs) expect(ending, 'the end of the product').toEqual({ code: 0, signal: null });
  });

  return {
    get mailbox() {
      return mailbox;
    },
    get product() {
      return product;
    },
    newPage: (options?: PageOptions): Promise<Page> => pages.newPage(options),
    /** A new page at this path, once it is hydrated. */
    visit: async (path: string, options?: PageOptions): Promise<Page> => {
      const page = await pages.newPage(options);
      await page.goto(product.url + path);
      return options?.javaScriptEnabled === false ? page : ready(page);
    },
    /** The same, with the page's clock stopped: time passes only by `page.clock.runFor`. */
    visitWithStoppedClock: async (path: string, options: PageOptions & { time?: Date } = {}): Promise<Page> => {
      const { time = new Date('2026-11-20T12:00:00Z'), ...others } = options;
      const page = await pages.newPage({ ...others, setsClock: true });
      await page.clock.install({ time });
      await page.goto(product.url + path);
      await ready(page);
      await page.clock.pauseAt(time.getTime() + 3_600_000);
      return page;
    },
  };
}

async function startServers(settings: Record<string, string>): Promise<Servers> {
  const mailbox = await startMailServer();
  const place = { dataDir: await copyStaffTemplate() };
  return { mailbox, product: await startProduct({ SMTP_URL: mailbox.url, ...settings }, place) };
}
