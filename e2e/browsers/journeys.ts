import { afterAll, beforeAll, describe, expect, type TestOptions, test } from 'vitest';
import { noticeMs } from '#app/ui/notice/notices.ts';
import { faq } from '#content/faq.ts';
import { pages } from '#content/pages.ts';
import { english as roadsideTexts } from '#content/roadside/en.ts';
import { hasNewsletter } from '#content/switches.ts';
import { aoife, lukasz, mallory } from '#testing/fixtures/people.ts';
import { type MailServer, startMailServer } from '#testing/mail-server.ts';
import { type Product, startProduct } from '#testing/product.ts';
import { readStore } from '#testing/read-store.ts';
import { removeFolder } from '#testing/test-run.ts';
import { oneService } from '../harness/site-paths.ts';
import { withoutTimeLimits } from '../harness/time-limits.ts';
import type { OtherBrowser, Tab, TabOptions } from './other-browser.ts';
import { findAxeViolations, hasNotices, isShown, readForm, sendForm, until } from './page-tools.ts';

const success = '✅ Submission Successful!';

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
      const settings = { SMTP_URL: mailbox.url, SERVICE_WORKER: 'off' };
      [product, browser] = await Promise.all([startProduct(settings), openBrowser(path as string)]);
    });

    afterAll(async () => {
      await browser?.close();
      await product?.stop();
      await mailbox?.close();
      if (product) await removeFolder(product.dataDir);
    });

    async function visit(path: string, options?: TabOptions): Promise<Tab> {
      const tab = await browser.newTab(options);
      await tab.open(product.url + path);
      if (options?.scripts === false) return tab;
      await until(tab, () => document.documentElement.hasAttribute('data-ready'));
      await tab.load(`(${withoutTimeLimits})(${noticeMs})`);
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

    test('A page change loads no new document, and Back returns', async () => {
      const tab = await visit('/');
      await tab.run(() => document.documentElement.setAttribute('data-same', ''));
      await tab.click('header a[href="/about"]');
      await until(tab, (heading) => document.querySelector('h1')?.textContent === heading, pages.about.heading);
      await tab.run(() => history.back());
      await until(tab, (heading) => document.querySelector('h1')?.textContent === heading, pages.home.heading);
      expect(await tab.run(() => document.documentElement.hasAttribute('data-same'))).toBe(true);
      expect(tab.errors()).toEqual([]);
    });

    test('a claim reaches the store and the mailbox as it was typed, and the form is empty again', async () => {
      const tab = await visit('/make-a-claim');
      await sendForm(tab, lukasz);
      await until(tab, isShown, success);
      await until(tab, () => document.querySelector<HTMLInputElement>('main [name="firstName"]')?.value === '');
      const letter = await mailbox.waitForEmail((one) => one.replyTo?.[0]?.address === lukasz.email);
      const row = readStore(product).submissions.find(({ form_data }) => form_data.email === lukasz.email);
      expect(row?.form_data).toEqual(lukasz);
      expect(letter.text).toContain(row?.reference);
      expect(tab.errors()).toEqual([]);
    });

    test("An invalid e-mail address keeps the form's values, and missing fields are marked", async () => {
      const tab = await visit('/make-a-claim');
      const answers = { ...aoife, email: 'someone@nowhere' };
      await sendForm(tab, answers);
      await until(tab, isShown, 'Invalid Email');
      expect(await readForm(tab)).toEqual(answers);

      await sendForm(tab, { ...answers, email: 'aoife@example.com', postcode: '' });
      await until(tab, () => document.activeElement?.getAttribute('name') === 'postcode');
      expect(readStore(product).submissions.filter(({ form_data }) => form_data.firstName === 'Aoife')).toEqual([]);
    });

    test.runIf(hasNewsletter)('A notice appears, F8 focuses it, and it disappears after its time', async () => {
      const tab = await visit('/');
      // Not clicked: a pointer that the notice comes to stand under keeps it there.
      await tab.run(() => document.querySelector<HTMLElement>('#newsletter-email')?.focus());
      await tab.type('ola@example.com');
      await tab.press('Enter');
      const stands = () => document.querySelector('[role="region"] li')?.textContent?.includes('Feature in Progress') ?? false;
      await until(tab, stands);
      await tab.press('F8');
      await until(tab, () => document.activeElement?.closest('[role="region"]') !== null);
      // What is left of its time begins now.
      await tab.run(() => (document.activeElement as HTMLElement).blur());
      await until(tab, () => !document.querySelector('[role="region"] li')?.textContent?.includes('Feature in Progress'));
    });

    test('While the server is down the page stays with a message; afterwards the same link works', async () => {
      const tab = await visit('/');
      await product.stop();
      try {
        await tab.click('header a[href="/partners"]');
        await until(
          tab,
          () => document.querySelector('.connection-note')?.textContent?.startsWith('That page could not') ?? false,
        );
        expect(await tab.run(() => location.pathname)).toBe('/');
      } finally {
        product = await startProduct({ SMTP_URL: mailbox.url, SERVICE_WORKER: 'off' }, product);
      }
      await tab.click('header a[href="/partners"]');
      await until(tab, (heading) => document.querySelector('h1')?.textContent === heading, pages.partners.heading);
      expect(await tab.run(() => location.pathname)).toBe('/partners');
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
        await until(tab, hasNotices);
      } finally {
        await saved.stop();
      }
      for (const { path, heading } of [pages.faq, pages.makeAClaim, pages.home]) {
        await tab.open(saved.url + path);
        await until(tab, () => document.documentElement.hasAttribute('data-ready'));
        expect(await tab.run(() => document.querySelector('h1')?.textContent)).toBe(heading);
        await until(tab, hasNotices);
      }
      await tab.click('header a[href="/partners"]');
      await until(tab, (heading) => document.querySelector('h1')?.textContent === heading, pages.partners.heading);
      expect(tab.errors()).toEqual([]);
    });

    test('What is sent without a server waits on the device, and is sent once when the server is there again', async () => {
      const tab = await visit('/roadside');
      const start = { name: `Waits in ${name}`, phone: '07700 900321', locationOfAccident: 'M4 J4', consent: 'yes' };
      // The script that keeps submissions is loaded once somebody types. Without a server it could not be loaded.
      await tab.click('main [name="name"]');
      const script = () => performance.getEntriesByType('resource').find((one) => one.name.includes('/waiting-panel-'))?.name;
      await until(tab, () => performance.getEntriesByType('resource').some((one) => one.name.includes('/waiting-panel-')));
      await tab.load(`import(${JSON.stringify(await tab.run(script))}).then(() => { document.body.dataset.keeps = ''; })`);
      await until(tab, () => 'keeps' in document.body.dataset);
      await product.stop();
      try {
        await sendForm(tab, start);
        await until(
          tab,
          () => document.querySelector('#waiting')?.textContent?.includes('Waiting for signal: your claim') ?? false,
        );
      } finally {
        product = await startProduct({ SMTP_URL: mailbox.url, SERVICE_WORKER: 'off' }, product);
      }
      await until(tab, () => {
        // The page may have begun to send by itself; a second tap sends nothing twice.
        document.querySelector<HTMLElement>('#waiting .button-primary')?.click();
        return document.querySelector('.receipt-reference') !== null;
      });
      const rows = readStore(product).submissions.filter(({ form_data }) => form_data.name === start.name);
      expect(rows).toHaveLength(1);
      const shown = await tab.run(() => document.querySelector('.receipt-reference')?.textContent);
      expect(shown).toBe(rows[0]?.reference);
    });

    test.each([1, 2, null])('A browser that does not tell where it is (code %s) says so, and typing works', async (code) => {
      const tab = await visit('/roadside');
      // The error is what each engine reports, because drivers cannot answer its question.
      await tab.run((given) => {
        const geolocation = {
          getCurrentPosition: (_: unknown, fail: (error: object) => void) => setTimeout(fail, 10, { code: given }),
        };
        Object.defineProperty(navigator, 'geolocation', { value: given === null ? undefined : geolocation, configurable: true });
      }, code);
      await tab.click('.locate button');
      const says = code === 1 ? roadsideTexts.location.denied : roadsideTexts.location.notFound;
      await until(tab, (wanted) => document.querySelector('.locate [role="status"]')?.textContent === wanted, says);
      await tab.click('main [name="locationOfAccident"]');
      await tab.type('A13, Barking');
      expect(await tab.run(() => document.querySelector<HTMLInputElement>('[name="locationOfAccident"]')?.value)).toBe(
        'A13, Barking',
      );
    });

    test('without scripts a claim is sent, and the page comes back with the notice', async () => {
      const tab = await visit('/make-a-claim', { scripts: false });
      expect(await tab.run(() => document.documentElement.hasAttribute('data-ready'))).toBe(false);
      await sendForm(tab, mallory);
      await until(tab, isShown, success);
      const row = readStore(product).submissions.find(({ form_data }) => form_data.email === mallory.email);
      expect(row?.form_data).toEqual(mallory);
    });
  });
}
