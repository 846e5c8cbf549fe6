import { setTimeout as pause } from 'node:timers/promises';

/** A browser that is not Chromium, driven through WebDriver, with as much of it as the journeys need. */
export type OtherBrowser = {
  /** Opens a tab that shares no storage with others. */
  newTab: (options?: TabOptions) => Promise<Tab>;
  close: () => Promise<void>;
};

export type TabOptions = { scripts?: boolean };

export type Tab = {
  /** Resolves when the page has loaded. */
  open: (url: string) => Promise<void>;
  /** Runs a function in the page; its arguments and its result are passed as JSON. */
  run: <Given extends unknown[], Result>(script: (...given: Given) => Result, ...given: Given) => Promise<Awaited<Result>>;
  /** Runs source text in the page, past its policy. */
  load: (source: string) => Promise<void>;
  /** Clicks with the pointer, in the middle of the first element that matches. */
  click: (selector: string) => Promise<void>;
  /** Types a text into whatever has the focus. */
  type: (text: string) => Promise<void>;
  /** Presses a key that is no letter. */
  press: (key: 'Enter' | 'Escape' | 'F8') => Promise<void>;
  /** Goes to the page before (-1) or after (1) in the history, as the browser's own buttons do. */
  step: (by: -1 | 1) => Promise<void>;
  /** Gives the tab cookies of this site that scripts cannot read; a page of the site is open. */
  addCookies: (cookies: Map<string, string>, siteUrl: string) => Promise<void>;
  /** Console errors and uncaught errors so far, where the driver reports them. */
  errors: () => string[];
};

/** The driver never answered. */
export class LostCommand extends Error {
  constructor() {
    super('lost command: the driver does not answer');
  }
}

export const screen = { width: 1280, height: 900 };

/**
 * Finds the middle of an element on the screen, once it was scrolled to and no longer moves: content that is still loading, or
 * scrolling, would move it away from under the pointer.
 */
export async function stillMiddleOf(run: Tab['run'], selector: string): Promise<[number, number]> {
  for (let before = ''; ; await pause(50)) {
    const place = await run(middleOf, selector);
    if (String(place) === before) return place;
    before = String(place);
  }
}

/** Runs in the page: the middle of an element, after scrolling to it. */
function middleOf(selector: string): [number, number] {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`There is no ${selector}.`);
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  return [Math.round(left + width / 2), Math.round(top + height / 2)];
}

/** Cookies as drivers take them. */
export const cookiesFor = (cookies: Map<string, string>, siteUrl: string) => {
  const { hostname, protocol } = new URL(siteUrl);
  const place = { domain: hostname, path: '/', httpOnly: true, secure: protocol === 'https:' };
  return [...cookies].map(([name, value]) => ({ name, value, ...place }));
};
