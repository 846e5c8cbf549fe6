import { AsyncLocalStorage } from 'node:async_hooks';
import { Window } from 'happy-dom';
// Before there is a document, in every test file alike: React looks once at where it is loaded.
import 'react-dom/client';
import { expect, onTestFinished, vi } from 'vitest';
import { keepTypedScript } from '#app/document/keep-typed.ts';
import { createProduct } from '../server/web/app-with-pages.ts';
import { createConnectedDevice, type Trouble } from './connected-device.ts';
import { createTestApp } from './create-test-app.ts';
import { deviceOrigin, type Network } from './device.ts';
import { answer, classes, isSeen, nameOf, runInline, textOf } from './document-tools.ts';
import { until } from './until.ts';
import { createWebStorage } from './web-storage.ts';

export type SitePage = Awaited<ReturnType<Awaited<ReturnType<typeof createSiteBrowser>>['open']>>;

/** A page, as far as another one takes its place in its tab. */
type Left = { path: string; session: Storage; answeredPost: Posted | null; close: () => void };

/**
 * The product with its real pages, and a browser for them, in this process: each page is the product's HTML in a document of its own, and
 * its own scripts hydrate it. One page is used at a time; storage, locks and network are those of `device.ts`.
 */
export async function createSiteBrowser(settings: Record<string, string> = {}) {
  const test = await createTestApp({ SITE_URL: deviceOrigin, RATE_LIMIT: 'off', ...settings });
  const { app } = await createProduct(test.opened);
  const device = createConnectedDevice({ app });
  let isOnLine = true;
  const errors: unknown[] = [];
  const ofDevice = window;
  let roots: { unmount: () => void }[] = [];
  const closes = new Set<() => void>();
  // What React has drawn ends with its page, and draws nothing into the next one.
  vi.doMock('react-dom/client', async (load) => {
    const { createRoot, hydrateRoot } = await load<typeof import('react-dom/client')>();
    const keep = <Root extends { unmount: () => void }>(root: Root) => {
      roots.push(root);
      return root;
    };
    return {
      createRoot: (...given: Parameters<typeof createRoot>) => keep(createRoot(...given)),
      hydrateRoot: (...given: Parameters<typeof hydrateRoot>) => keep(hydrateRoot(...given)),
    };
  });
  onTestFinished(async () => {
    await vi.dynamicImportSettled();
    for (const close of closes) close();
    vi.doUnmock('react-dom/client');
    expect(errors, 'errors in the pages').toEqual([]);
  });

  /** Opens a page in a tab of its own, as the server sends it: its scripts have not come yet. `session`: what the tab has stored. */
  async function open(path: string, { session = createWebStorage(), posted = null as Posted | null, isReload = false } = {}) {
    // What React still does for a page before goes on in the tab of that, and would take this page's work with it.
    await vi.dynamicImportSettled();
    for (let turn = 0; turn < 20; turn += 1) await new Promise((next) => setImmediate(next));
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof load>>>();
    const load = async () => {
      const request = new Request(deviceOrigin + path, posted ? { method: 'POST', ...posted } : {});
      return showPage(await device.network(request), path, session, posted, isReload);
    };
    // The tab stays open until it is closed.
    void device.tab(
      () =>
        load()
          .then(resolve, reject)
          .then(() => new Promise(() => {})),
      undefined,
      session,
    );
    return promise;
  }

  async function showPage(response: Response, path: string, session: Storage, posted: Posted | null, isReload: boolean) {
    const [inTab, ofPage] = [AsyncLocalStorage.snapshot(), [] as typeof roots];
    const close = () => inTab(leave);
    roots = ofPage;
    function leave(): void {
      if (!closes.delete(close)) return;
      device.closeTab();
      for (const root of ofPage.splice(0)) root.unmount();
    }
    closes.add(close);
    const html = await response.text();
    const window = new Window({ url: deviceOrigin + path, settings: { disableComputedStyleRendering: true, navigation } });
    const document = window.document as unknown as Document;
    const navigationType = isReload ? 'reload' : 'navigate';
    const openedAt = Date.now();
    const clock = {
      timeOrigin: openedAt,
      now: () => Date.now() - openedAt,
      getEntriesByType: () => [{ type: navigationType }],
      getEntriesByName: () => [],
    };
    const listen = (type: string, act: (event: Event) => void) =>
      window.addEventListener(type, AsyncLocalStorage.bind(act) as never);
    const globals = {
      document,
      window: new Proxy(window, {
        // The storage and the timers are those of the tab.
        get: (_, name) => (name in ofDevice ? Reflect.get(ofDevice, name) : Reflect.get(window, name, window)),
      }),
      location: window.location,
      performance: clock,
      addEventListener: listen,
      removeEventListener: () => {},
      reportError: (error: unknown) => errors.push(error),
      innerHeight: 800,
      getComputedStyle: window.getComputedStyle.bind(window),
      matchMedia: window.matchMedia.bind(window),
      requestAnimationFrame: (act: () => void) => setImmediate(act),
      cancelAnimationFrame: clearImmediate,
      navigator: {
        locks: navigator.locks,
        get onLine() {
          return isOnLine;
        },
      },
      ...Object.fromEntries(classes.map((name) => [name, window[name]])),
    };
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
    // Its parser takes some text of scripts for tags, and loses what follows.
    window.document.write(html.replaceAll(/(<script[^>]*>)[\s\S]*?(?=<\/script>)/g, '$1'));
    // Its parser selects the first option.
    for (const option of window.document.querySelectorAll('option[selected]'))
      (option as unknown as HTMLOptionElement).selected = true;
    // What React recovers from too, such as HTML that is not what the scripts render.
    window.addEventListener('error', (event) => errors.push((event as unknown as ErrorEvent).error));
    let native: Posted | null = null;
    const postNatively = (form: HTMLFormElement, submitter: HTMLElement | null) => {
      const body = new URLSearchParams([...new window.FormData(form as never, submitter as never)] as [string, string][]);
      native = { body: body.toString(), headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
    };
    window.addEventListener('submit', (event) => {
      if (!event.defaultPrevented) postNatively(event.target as never, (event as never as SubmitEvent).submitter);
    });
    const { reset } = window.HTMLFormElement.prototype;
    Object.assign(window.HTMLFormElement.prototype, {
      submit(this: HTMLFormElement) {
        postNatively(this, null);
      },
      // What prevents a reset is heard.
      reset(this: HTMLFormElement) {
        if (this.dispatchEvent(new window.Event('reset', { bubbles: true, cancelable: true }) as never))
          reset.call(this as never);
      },
    });
    // What comes right after the form runs before the page is hydrated.
    if (html.includes(keepTypedScript)) runInline(keepTypedScript, session, device.localStorage, document, clock);

    const find = (selector: string) => document.querySelector<HTMLElement>(selector);
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    const named = (selector: string, words: string) => all(selector).find((one) => nameOf(one) === words) ?? null;
    const form = () => document.querySelector('main form.lead-form') as HTMLFormElement;
    const page = {
      session,
      document,
      find,
      all,
      form,
      text: (selector = 'body') => textOf(find(selector)),
      /** The scripts have come: hydrates the page as they do. `isWhole` false: what sends a form has not come. */
      hydrate: () =>
        inTab(async () => {
          vi.resetModules();
          await import('#app/islands/site-script.ts');
          await until('the page to be ready', () => 'ready' in document.documentElement.dataset);
          return page;
        }),
      /** Types into the fields by their names, as a visitor does. A box that is not named is left as it is. */
      fill: (answers: Record<string, string>) =>
        inTab(() => {
          for (const [name, value] of Object.entries(answers)) answer(form(), name, value, window);
        }),
      /** What the form shows, of what a visitor is asked. */
      answers: (): Record<string, string> => {
        const gathered = [...new window.FormData(form() as never)] as [string, string][];
        return Object.fromEntries(gathered.filter(([name]) => isSeen(form().querySelector(`[name="${name}"]`))));
      },
      /** Presses a button or a link by its words. */
      press: (words: string) =>
        inTab(async () => {
          const button = await until(`“${words}”`, () => named('button, a, summary', words));
          button.focus();
          button.click();
        }),
      /** Presses the form's own button, without the browser's own checks where `isUnchecked`. */
      submit: ({ isUnchecked = false } = {}) =>
        inTab(() => {
          form().noValidate = isUnchecked;
          const button = form().querySelector<HTMLElement>('[type="submit"]');
          button?.focus();
          button?.click();
        }),
      /** What the browser has posted by itself since the page was opened. */
      posted: () => until('a post', () => native),
      /** Opens the form below a receipt. */
      unfold: () => form().closest('details')?.setAttribute('open', ''),
      /** Chooses photographs. */
      choose: async (...files: File[]) => {
        const field = await until('the field', () => find('input[type="file"][multiple]'));
        Object.defineProperty(field, 'files', { configurable: true, value: files });
        inTab(() => field.dispatchEvent(new window.Event('change', { bubbles: true }) as never));
      },
      /** Waits for words on the page. */
      says: (words: string) => until(`“${words}”`, () => inTab(() => textOf(document.body).includes(words))),
      shows: (selector: string) => until(selector, () => find(selector)),
      run: <Result>(act: () => Result): Result => inTab(act),
      close: () => inTab(leave),
      path,
      answeredPost: posted,
    };
    return page;
  }

  /** Another page in the same tab. */
  const goTo = (page: Left, path: string, how: Parameters<typeof open>[1] = {}) => {
    page.close();
    return open(path, { session: page.session, ...how });
  };

  return {
    ...device,
    goTo,
    reload: (page: Left) => goTo(page, page.path, { isReload: true }),
    /** Loads the answer to a post again, which posts again. */
    repeat: (page: Left) => goTo(page, page.path, { posted: page.answeredPost, isReload: true }),
    /** The page that answers what the browser has posted by itself. */
    answerTo: async (page: Left & { form: () => HTMLFormElement; posted: () => Promise<Posted> }) => {
      const { pathname, search } = new URL(page.form().action, deviceOrigin);
      return goTo(page, pathname + search, { posted: await page.posted() });
    },
    rows: test.rows,
    /** The names of the files that the claims have. */
    files: () => test.sqlite.prepare('select name from evidence where received_at is not null').pluck().all() as string[],
    open,
    /** Opens a page whose scripts have come. */
    visit: async (path: string, options?: Parameters<typeof open>[1]) => (await open(path, options)).hydrate(),
    setTrouble: (trouble: Trouble | Network) => {
      isOnLine = trouble !== 'no signal';
      device.setTrouble(trouble);
    },
  };
}

type Posted = { body: string; headers: Record<string, string> };

const navigation = { disableMainFrameNavigation: true, disableChildFrameNavigation: true, disableChildPageNavigation: true };
