import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { until } from '#testing/until.ts';
import { cookiesFor, type OtherBrowser, screen, stillMiddleOf, type Tab } from './other-browser.ts';

/** Its headless shell keeps no page in memory. */
export const wholeChromiumPath =
  ['/usr/bin/chromium', process.env.CHROMIUM_PATH].find((path) => path && existsSync(path)) ?? null;

/** Chromium as people have it: it keeps the pages that were left, which Playwright has it not do. */
export async function openWholeChromium(executablePath: string): Promise<OtherBrowser> {
  const args = ['--no-sandbox'];
  const browser = await chromium.launch({ executablePath, args, ignoreDefaultArgs: ['--disable-back-forward-cache'] });
  return {
    newTab: async ({ scripts: javaScriptEnabled = true } = {}) => {
      const context = await browser.newContext({ javaScriptEnabled, viewport: screen });
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      const run: Tab['run'] = (script, ...given) => page.evaluate(`(${script})(...${JSON.stringify(given)})`) as never;
      return {
        open: async (url) => void (await page.goto(url)),
        run,
        load: async (source) => void (await page.evaluate(source)),
        click: async (selector) => page.mouse.click(...(await stillMiddleOf(run, selector))),
        type: (text) => page.keyboard.type(text),
        press: (key) => page.keyboard.press(key),
        step: async (by) => {
          const readHistory = () => session.send('Page.getNavigationHistory');
          const to = (await readHistory()).currentIndex + by;
          // A page that replaces its entry meanwhile, as a router does when it starts, gives it another id.
          await until('the entry', async () => {
            const { entries } = await readHistory();
            const there = session.send('Page.navigateToHistoryEntry', { entryId: entries[to]?.id ?? 0 });
            return there.then(
              () => true,
              (error) => {
                if (!/No entry/.test(String(error))) throw error;
                return false;
              },
            );
          });
          // Until the page has come the next step would begin at the one before. While it takes its place the browser answers nothing.
          const here = () => readHistory().catch(() => null);
          await until('the page', async () => (await here())?.currentIndex === to);
        },
        addCookies: (cookies, siteUrl) => context.addCookies(cookiesFor(cookies, siteUrl)),
        errors: () => [],
      };
    },
    close: () => browser.close(),
  };
}
