import { existsSync } from 'node:fs';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { waitLimitMs } from '#testing/until.ts';
import { cookiesFor, type OtherBrowser, screen, stillMiddleOf, type Tab } from './other-browser.ts';

const places = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

export const firefoxPath = [process.env.FIREFOX_PATH, ...places].find((place) => place && existsSync(place)) ?? null;

/**
 * Firefox, which has WebDriver BiDi built in. Scripts are on or off for a whole browser, so the two kinds of tab come from two
 * browsers.
 */
export async function openFirefox(path: string): Promise<OtherBrowser> {
  const running = new Map<boolean, Promise<Browser>>();
  const start = (scripts: boolean) =>
    launch({
      browser: 'firefox',
      executablePath: path,
      timeout: waitLimitMs,
      defaultViewport: screen,
      env: { PATH: process.env.PATH, TZ: 'Europe/London' },
      extraPrefsFirefox: {
        'javascript.enabled': scripts,
        'intl.accept_languages': 'en-GB',
        // A service worker that is saving the site is ended after a minute, which it may take on a busy machine.
        'dom.serviceWorkers.idle_timeout': 3 * waitLimitMs,
        'dom.serviceWorkers.idle_extended_timeout': 3 * waitLimitMs,
      },
    });
  return {
    newTab: async ({ scripts = true } = {}) => {
      const firefox = running.get(scripts) ?? start(scripts);
      running.set(scripts, firefox);
      const context = await (await firefox).createBrowserContext();
      const page = await context.newPage();
      page.setDefaultTimeout(waitLimitMs);
      return tabOf(page);
    },
    close: async () => {
      for (const firefox of running.values()) await (await firefox).close();
    },
  };
}

function tabOf(page: Page): Tab {
  const faults: string[] = [];
  page.on('pageerror', (error) => void faults.push(String(error)));
  page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())));
  const run: Tab['run'] = (script, ...given) => page.evaluate(script as never, ...given) as never;
  return {
    open: async (url) => void (await page.goto(url)),
    run,
    load: async (source) => void (await page.evaluate(source)),
    // Only the pointer is used: the driver's own click waits in the page, where scripts may not run.
    click: async (selector) => page.mouse.click(...(await stillMiddleOf(run, selector))),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    // The driver waits for the page to load, which one from memory does not.
    step: async (by) => void (by < 0 ? page.goBack() : page.goForward()).catch(() => {}),
    addCookies: (cookies, siteUrl) => page.browserContext().setCookie(...cookiesFor(cookies, siteUrl)),
    errors: () => faults,
  };
}
