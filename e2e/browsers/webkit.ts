import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Builder, Key, type WebDriver } from 'selenium-webdriver';
import { DriverService } from 'selenium-webdriver/remote';
import { removeFolder } from '#testing/remove-folder.ts';
import { makeFolder } from '#testing/test-run.ts';
import { waitLimitMs } from '#testing/until.ts';
import { cookiesFor, LostCommand, type OtherBrowser, screen, stillMiddleOf, type Tab } from './other-browser.ts';

const driverPath = '/usr/bin/WebKitWebDriver';
const display = '/usr/bin/Xvfb';

/** How long a command may take. Most take milliseconds; a new browser takes seconds on a busy machine. */
const commandMs = waitLimitMs;

/**
 * Once in many runs on a busy machine the driver never answers a command, which says nothing about the page. Only then a journey is
 * tried once more, with a driver of its own.
 */
export const onceMoreWhenLost = { count: 1, condition: /^lost command:/ };

/** A virtual display, because WebKitGTK has no headless mode. */
export const webkitPath = existsSync(driverPath) && existsSync(display) ? driverPath : null;

/** WebKitGTK, whose driver speaks classic WebDriver. */
export async function openWebkit(path: string): Promise<OtherBrowser> {
  const home = await makeFolder();
  // Xvfb chooses a free display and writes its number.
  const screenServer = spawn(display, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(screenServer.stdio[3] as NodeJS.ReadableStream, 'data');
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    DISPLAY: `:${String(number).trim()}`,
    TZ: 'Europe/London',
    LANG: 'en_GB.UTF-8',
  };
  let service: DriverService | null = null;
  let session: WebDriver | null = null;
  let isLost = false;

  /** Waits for the response of the driver, or for its end. */
  async function answered<Answer>(command: Promise<Answer>): Promise<Answer> {
    const late = new AbortController();
    const tooLate = pause(commandMs, null, { signal: late.signal }).then(() => {
      isLost = true;
      throw new LostCommand();
    });
    return Promise.race([command, tooLate]).finally(() => late.abort());
  }

  /** There is one page at a time, because its automation has one window. */
  async function endSession(): Promise<void> {
    const ending = session;
    session = null;
    if (isLost) {
      await service?.kill();
      service = null;
      isLost = false;
    } else if (ending) await answered(ending.quit());
  }

  async function startSession(args: string[]): Promise<WebDriver> {
    await endSession();
    service ??= new DriverService.Builder(path).setLoopback(true).setEnvironment(env).build();
    const options = {
      browserName: 'MiniBrowser',
      acceptInsecureCerts: true,
      'webkitgtk:browserOptions': { binary: browserPath(), args },
    };
    const starting = new Builder()
      .usingServer(await service.start(commandMs))
      .withCapabilities(options)
      .build();
    session = await answered(Promise.resolve(starting));
    return session;
  }

  return {
    newTab: async ({ scripts = true } = {}) => {
      return openTab(await startSession(['--automation', ...(scripts ? [] : ['--enable-javascript-markup=false'])]), answered);
    },
    close: async () => {
      // A driver that no longer answers is ended all the same.
      await endSession().catch(() => {});
      await service?.kill();
      const ended = once(screenServer, 'exit');
      screenServer.kill();
      await ended;
      await removeFolder(home);
    },
  };
}

async function openTab(driver: WebDriver, answered: <Answer>(command: Promise<Answer>) => Promise<Answer>): Promise<Tab> {
  await answered(
    driver
      .manage()
      .window()
      .setRect({ x: 0, y: 0, ...screen }),
  );
  const run: Tab['run'] = (script, ...given) => answered(driver.executeScript(script, ...given)) as never;
  return {
    open: (url) => answered(driver.get(url)),
    run,
    load: (source) => answered(driver.executeScript(source)),
    click: async (selector) => {
      const [x, y] = await stillMiddleOf(run, selector);
      // The driver's own "element click" takes the summary of a details element for one that cannot be clicked.
      await answered(driver.actions().move({ x, y, duration: 0 }).click().perform());
    },
    type: (text) => answered(driver.actions().sendKeys(text).perform()),
    press: (key) => answered(driver.actions().sendKeys(keys[key]).perform()),
    step: (by) => answered(by < 0 ? driver.navigate().back() : driver.navigate().forward()),
    addCookies: async (cookies, siteUrl) => {
      for (const cookie of cookiesFor(cookies, siteUrl)) await answered(driver.manage().addCookie(cookie));
    },
    errors: () => [],
  };
}

const keys = { Enter: Key.ENTER, Escape: Key.ESCAPE, F8: Key.F8 };

/** Debian keeps the browser of the driver beside the library. */
function browserPath(): string {
  const folders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec'];
  const versions = ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'];
  const places = folders.flatMap((folder) => versions.map((version) => `${folder}/${version}/MiniBrowser`));
  return places.find((place) => existsSync(place)) ?? 'MiniBrowser';
}
