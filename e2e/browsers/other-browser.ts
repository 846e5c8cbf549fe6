import { setTimeout as pause } from 'node:timers/promises';

/** A browser that is not Chromium, driven through WebDriver, with as much of it as the journeys need. */
export type OtherBrowser = {
  /** A tab with a memory of its own. */
  newTab: (options?: TabOptions) => Promise<Tab>;
  close: () => Promise<void>;
};

export type TabOptions = { scripts?: boolean };

export type Tab = {
  /** Resolves when the page has loaded. */
  open: (url: string) => Promise<void>;
  /** Runs a function in the page; what it takes and gives goes as JSON. */
  run: <Given extends unknown[], Result>(script: (...given: Given) => Result, ...given: Given) => Promise<Awaited<Result>>;
  /** Runs source text in the page, past its policy. */
  load: (source: string) => Promise<void>;
  /** Presses and lets go with the pointer, in the middle of the first element that matches. */
  click: (selector: string) => Promise<void>;
  /** Types a text into whatever has the focus. */
  type: (text: string) => Promise<void>;
  /** Presses a key that is no letter. */
  press: (key: 'Enter' | 'Escape' | 'F8') => Promise<void>;
  /** Console errors and uncaught errors so far, where the driver tells of them. */
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
 * Where on the screen an element's middle is, once it has been scrolled to and stands still: what is still loading, or scrolling,
 * would move it away from under the pointer.
 */
export async function stillMiddleOf(run: Tab['run'], selector: string): Promise<[number, number]> {
  for (let before = ''; ; await pause(50)) {
    const place = await run(middleOf, selector);
    if (String(place) === before) return place;
    before = String(place);
  }
}

/** Runs in the page. */
function middleOf(selector: string): [number, number] {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`There is no ${selector}.`);
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  return [Math.round(left + width / 2), Math.round(top + height / 2)];
}
