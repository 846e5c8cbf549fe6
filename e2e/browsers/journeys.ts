import { afterAll, beforeAll, describe, expect, type TestOptions, test } from 'vitest';
import { faq } from '#content/faq.ts';
import { pages } from '#content/pages.ts';
import { hasNewsletter } from '#content/switches.ts';
import { type MailServer, startMailServer } from '#testing/mail-server.ts';
import { type Product, startProduct } from '#testing/product.ts';
import { readStore } from '#testing/read-store.ts';
import { removeFolder } from '#testing/remove-folder.ts';
import { oneService } from '../harness/site-paths.ts';
import { giveLimits, noLimits } from '../harness/time-limits.ts';
import type { OtherBrowser, Tab, TabOptions } from './other-browser.ts';
import { findAxeViolations, until } from './page-tools.ts';
import { sendingJourneys } from './sending-journeys.ts';

/** What a visitor must be able to do in any browser. Everything else is tested in Chromium only. */
export function journeys(
  name: string,
  path: string | null,
  openBrowser: (path: string) => Promise<OtherBrowser>,
  { retry }: Pick<TestOptions, 'retry'> = {},
): void {
  if (!path) console.warn(`${name} is not installed on this machine: its journeys are skipped.`);

  describe.skipIf(!path)(name, { retry }, () => {
    let mailbox: MailServer;
    let product: Product;
    let browser: OtherBrowser;

    beforeAll(async () => {
      mailbox = await startMailServer();
      [product, browser] = await Promise.all([startProduct(settings()), openBrowser(path as string)]);
    });

    afterAll(async () => {
      await browser?.close();
      await product?.stop();
      await mailbox?.close();
      if (product) await removeFolder(product.dataDir);
    });

    const settings = () => ({ SMTP_URL: mailbox.url, SERVICE_WORKER: 'off' });

    async function whileStopped(act: () => Promise<void>): Promise<void> {
      await product.stop();
      await act().finally(async () => {
        product = await startProduct(settings(), product);
      });
    }

    async function visit(path: string, options?: TabOptions): Promise<Tab> {
      const tab = await browser.newTab(options);
      await tab.open(product.url + path);
      if (options?.scripts === false) return tab;
      await until(tab, () => document.documentElement.hasAttribute('data-ready'));
      await tab.load(`(${giveLimits})(${JSON.stringify(noLimits)})`);
      return tab;
    }

    test.each(['/', '/make-a-claim', '/faq', oneService])(
      '%s is shown, fits the screen and has no axe violations',
      async (path) => {
        const tab = await visit(path);
        expect(await tab.run(() => document.querySelectorAll('h1').length)).toBe(1);
        expect(
          await tab.run(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
        ).toBeLessThanOrEqual(0);
        expect(await findAxeViolations(tab)).toEqual([]);
        expect(tab.errors()).toEqual([]);
      },
    );

    test('the services menu opens, closes with Escape, and its links lead to the services', async () => {
      const tab = await visit('/');
      const becomes = (open: boolean) =>
        until(tab, (wanted) => document.querySelector('#services-menu')?.checkVisibility() === wanted, open);
      // The menu is opened with a key: on a slow machine the hover opens it before the click, which then closes it.
      const open = async () => {
        await tab.run(() => document.querySelector<HTMLElement>('header button[aria-controls="services-menu"]')?.focus());
        await tab.press('Enter');
        await becomes(true);
      };
      await open();
      await tab.press('Escape');
      await becomes(false);
      await open();
      await tab.click(`#services-menu a[href="${oneService}"]`);
      await until(tab, (path) => location.pathname === path, oneService);
    });

    test('One answer is open at a time, and it can be closed', async () => {
      const tab = await visit('/faq');
      const open = () =>
        tab.run(() =>
          [...document.querySelectorAll('main details')].flatMap((one, index) =>
            (one as HTMLDetailsElement).open ? [index] : [],
          ),
        );
      const last = Math.min(3, faq.length - 1);
      for (const index of new Set([Math.min(1, last), last])) {
        await tab.run((nth) => document.querySelectorAll('main details')[nth]?.setAttribute('data-try', `${nth}`), index);
        await tab.click(`main details[data-try="${index}"] > summary`);
        await expect.poll(open).toEqual([index]);
      }
      await tab.click(`main details[data-try="${last}"] > summary`);
      await expect.poll(open).toEqual([]);
    });

    test('A link leads to another page, and Back returns', async () => {
      const tab = await visit('/');
      await tab.click('header a[href="/about"]');
      await until(tab, (heading) => document.querySelector('h1')?.textContent === heading, pages.about.heading);
      await tab.run(() => history.back());
      await until(tab, (heading) => document.querySelector('h1')?.textContent === heading, pages.home.heading);
      expect(tab.errors()).toEqual([]);
    });

    test.runIf(hasNewsletter)('A notice appears, F8 focuses it, and it disappears after its time', async () => {
      const tab = await visit('/');
      await tab.load(`(${giveLimits})({})`);
      await tab.click('#newsletter-email');
      await tab.type('ola@example.com');
      await tab.press('Enter');
      const stands = () => document.querySelector('[role="region"] li')?.textContent?.includes('Feature in Progress') ?? false;
      await until(tab, stands);
      await tab.press('F8');
      await until(tab, () => document.activeElement?.closest('[role="region"]') !== null);
      // What is left of its time begins when the focus leaves, once the notice notices that, a moment after it is there.
      await until(tab, () => {
        document.querySelector<HTMLElement>('[role="region"] ol')?.focus();
        (document.activeElement as HTMLElement).blur();
        return !document.querySelector('[role="region"] li')?.textContent?.includes('Feature in Progress');
      });
    });

    test('After one visit every page can be read while there is no server', async () => {
      const saved = await startProduct();
      const tab = await browser.newTab();
      try {
        const isSaved = () => navigator.serviceWorker.controller?.state === 'activated';
        await tab.open(`${saved.url}/`);
        // A browser ends the saving where a busy machine takes too long, and saves the rest at the next visit.
        await until(tab, isSaved).catch(async () => {
          await tab.open(`${saved.url}/`);
          await until(tab, isSaved);
        });
      } finally {
        await saved.stop();
      }
      for (const { path, heading } of [pages.faq, pages.makeAClaim, pages.home]) {
        await tab.open(saved.url + path);
        await until(tab, () => document.documentElement.hasAttribute('data-ready'));
        expect(await tab.run(() => document.querySelector('h1')?.textContent)).toBe(heading);
      }
      await tab.click('header a[href="/partners"]');
      await until(tab, (heading) => document.querySelector('h1')?.textContent === heading, pages.partners.heading);
      expect(tab.errors()).toEqual([]);
    });

    sendingJourneys(name, { visit, whileStopped, mailbox: () => mailbox, submissions: () => readStore(product).submissions });
  });
}
