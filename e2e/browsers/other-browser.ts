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
  /** Types keys into whatever has the focus. */
  type: (keys: string) => Promise<void>;
  /** Console errors and uncaught errors so far, where the driver tells of them. */
  faults: () => string[];
};

/** The driver never answered. */
export class LostCommand extends Error {
  constructor(command: string) {
    super(`lost command: ${command}`);
  }
}

/** Keys that are no letters, as WebDriver writes them. */
export const keys = { escape: '\uE00C', enter: '\uE007', tab: '\uE004', f8: '\uE038', space: ' ' };

export const screen = { width: 1280, height: 900 };

/** The pointer's way to press at a point of the screen, and the keyboard's to write a text. */
export const pressAt = (x: number, y: number) => [
  { type: 'pointerMove', duration: 0, x, y },
  { type: 'pointerDown', button: 0 },
  { type: 'pointerUp', button: 0 },
];

export const strokes = (text: string) => [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));

/** Runs in the page: where on the screen an element's middle is, once it has been scrolled to. */
export function middleOf(selector: string): [number, number] {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`There is no ${selector}.`);
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  return [Math.round(left + width / 2), Math.round(top + height / 2)];
}
