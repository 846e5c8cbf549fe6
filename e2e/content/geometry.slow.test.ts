// Protects: every page fits the narrowest phone, also with its keyboard open, and paints at once without moving anything.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { languages } from '#content/roadside/languages.ts';
import { textsFor } from '#content/roadside/texts-by-language.ts';
import { ready } from '../harness/browser.ts';
import { formOf } from '../harness/fill.ts';
import { setupJourney } from '../harness/journey.ts';
import { scriptsOf } from '../harness/page-scripts.ts';
import { nowhere, oneService, routes } from '../harness/site-paths.ts';

/**
 * A small phone with its keyboard open: 375 × 667 pixels, of which 330 are left above the keyboard. Some browsers then make the page
 * that much lower, others cover its lower half.
 */
const journey = setupJourney();
const keyboardTop = 330;
const narrow = { viewport: { width: 320, height: 640 } };
const lowered = { viewport: { width: 375, height: keyboardTop }, hasTouch: true };
const covered = { viewport: { width: 375, height: 667 }, hasTouch: true };
const calm = { reducedMotion: 'reduce' } as const;

test.each([...routes, nowhere])(
  '%s: nothing is requested before the first frame, nothing moves after it, and it fits the narrowest phone',
  async (path) => {
    const page = await journey.newPage({ ...narrow, expected: path === nowhere ? /status of 404/ : undefined });
    await page.addInitScript(watchFrameAndShifts);
    await page.goto(journey.product.url + path);
    await ready(page);
    const { requested, firstFrameAt, shifts, rights, hasForm } = await page.evaluate(() => {
      const all = performance.getEntriesByType('resource').map(({ name, startTime }) => ({ url: new URL(name), startTime }));
      // The icon is not counted, because the browser decides when to request it.
      const own = all.filter(({ url }) => url.origin === location.origin && !url.pathname.startsWith('/favicon'));
      const parts = [...document.querySelectorAll('main :is(table, a, h1, h2, img, .input)')];
      return {
        ...(window as unknown as Watched),
        requested: own.map(({ url, startTime }) => ({ path: url.pathname, startTime })),
        hasForm: document.querySelector('[data-form]') !== null,
        rights: [document.documentElement.scrollWidth, ...parts.map((part) => part.getBoundingClientRect().right)],
      };
    });
    expect(requested.filter(({ startTime }) => startTime < firstFrameAt)).toEqual([]);
    expect(shifts, 'layout shifts').toEqual([]);
    expect(Math.max(...rights), 'pixels').toBeLessThanOrEqual(320);
    const scripts = requested.map((one) => one.path).filter((one) => one.endsWith('.js'));
    expect(
      scripts.filter((script) => !scriptsOf({ hasForm }).includes(script)),
      'scripts outside their budget',
    ).toEqual([]);
  },
);

test('a page is painted with one request, even if all others fail', async () => {
  const page = await journey.newPage({ expected: /ERR_FAILED|ERR_ABORTED|dynamically imported module/ });
  await page.route('**/*', (route) => (route.request().resourceType() === 'document' ? route.continue() : undefined));
  for (const path of ['/', '/make-a-claim', '/contact', oneService]) {
    await page.goto(journey.product.url + path, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the first screen of a phone has what is needed at the roadside: who we are, 999, the helpline and the first field', async () => {
  for (const { code } of languages) {
    const page = await journey.visit(`/roadside?lang=${code}`, covered);
    const box = async (selector: string) => (await page.locator(selector).first().boundingBox()) ?? { y: 0, height: 10_000 };
    const [field, bar, call] = [await box('[name="name"]'), await box('.mobile-action-bar'), await box('[href="tel:999"]')];
    expect(field.y + field.height, code).toBeLessThanOrEqual(bar.y);
    const who = (await page.getByText(textsFor(new Request(page.url())).who).boundingBox()) ?? { y: 10_000, height: 0 };
    expect(who.y + who.height, code).toBeLessThanOrEqual(field.y);
    expect(call.y + call.height, code).toBeLessThan(field.y);
    for (const { height } of [call, await box('.mobile-action-bar a'), await box('.camera-button')])
      expect(height, code).toBeGreaterThanOrEqual(44);
    expect(bar.y + bar.height, code).toBeLessThanOrEqual(667);
  }
});

test('the first screen of a phone leads from the complaints page to privacy and terms, and #call to the number', async () => {
  const page = await journey.visit('/complaints', { viewport: { width: 375, height: 812 } });
  for (const id of ['privacy', 'terms']) {
    const box = await page.getByRole('main').locator(`a[href="#${id}"]`).boundingBox();
    expect(box && box.y + box.height, id).toBeLessThan(812 - 80);
  }
  const contact = await journey.visit('/contact#call', covered);
  const isShown = () => contact.locator('#call').evaluate((link) => link.getBoundingClientRect().bottom < innerHeight);
  await expect.poll(isShown).toBe(true);
});

test('calling and claiming stay in reach while a phone scrolls', async () => {
  const page = await journey.visit(oneService, covered);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
  for (const link of [page.locator('a[href^="tel:"]'), page.locator('a[href="/make-a-claim"]')]) {
    const shown = await link.evaluateAll((all) =>
      all.filter((one) => {
        const { top, bottom, left, height } = one.getBoundingClientRect();
        return one.checkVisibility() && height >= 44 && top >= 0 && bottom <= innerHeight && left >= 0;
      }),
    );
    expect(shown.length).toBeGreaterThan(0);
  }
});

test.each(['/make-a-claim', '/contact', '/partners'])(
  '%s: on a page that the keyboard has made lower, each field that takes the focus is seen',
  async (path) => {
    const page = await journey.visit(path, { ...lowered, ...calm });
    for (const key of ['Tab', 'Shift+Tab']) expect(await hiddenFields(page, key), key).toEqual([]);
  },
);

test.each(['/make-a-claim', '/contact', '/partners'])(
  '%s: on a page that the keyboard covers, nothing else stands above the keyboard while a field has the focus',
  async (path) => {
    const page = await journey.visit(path, { ...covered, ...calm });
    const fields = formOf(page).locator('.input');
    for (const field of [fields.first(), fields.nth(3), fields.last()]) {
      await field.evaluate((element: HTMLElement) => {
        element.scrollIntoView({ block: 'center' });
        scrollBy(0, element.getBoundingClientRect().top - 120);
        element.focus({ preventScroll: true });
      });
      expect(await inTheWay(page, keyboardTop)).toEqual([]);
    }
  },
);

test('on a small screen without a field in focus the header stays and the progress goes with the page', async () => {
  const page = await journey.visit('/make-a-claim', covered);
  await page.evaluate(() => scrollTo(0, 1_200));
  expect(await page.getByRole('banner').evaluate((one) => one.getBoundingClientRect().top)).toBe(0);
  expect(await sections(page).evaluate((one) => one.getBoundingClientRect().bottom)).toBeLessThan(0);
});

test.each([
  { viewport: { width: 1280, height: 800 } },
  { viewport: { width: 390, height: 844 }, hasTouch: true },
  { viewport: { width: 375, height: 667 }, hasTouch: true },
])('a section chosen in the progress begins right below what stands above it ($viewport.width px)', async (options) => {
  const page = await journey.visit('/make-a-claim', { ...options, ...calm });
  await sections(page).getByRole('link').nth(3).click();
  await page.waitForFunction(() => location.hash !== '');
  const gap = () =>
    page.evaluate(() => {
      const section = document.querySelector(':target')?.getBoundingClientRect().top ?? -1;
      const above = [...document.querySelectorAll('.site-header, .form-progress')].map(
        (one) => one.getBoundingClientRect().bottom,
      );
      return section - Math.max(0, ...above);
    });
  await expect.poll(gap).toSatisfy((pixels) => pixels >= 4 && pixels <= 40);
});

function sections(page: Page) {
  return page.getByRole('navigation', { name: 'Sections of this form' });
}

/**
 * Goes through the form with this key, and returns each field that cannot be seen when it has the focus. Of a long field the first
 * line counts.
 */
async function hiddenFields(page: Page, key: string): Promise<string[]> {
  const fields = formOf(page).locator('input:visible, select:visible, textarea:visible');
  await (key === 'Tab' ? fields.first() : fields.last()).focus();
  const hidden: string[] = [];
  for (let stop = 0; stop < 80; stop++) {
    const field = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement;
      if (!element.form?.closest('main')) return null;
      const { top, bottom, left, right } = element.getBoundingClientRect();
      const seen = [top + 2, Math.min(bottom - 2, top + 48)].every(
        (y) => document.elementFromPoint((left + right) / 2, y) === element,
      );
      return { name: element.name || element.type, seen };
    });
    if (!field) return hidden;
    if (!field.seen) hidden.push(field.name);
    await page.keyboard.press(key);
  }
  return hidden;
}

/** The parts of header, progress and bar in the upper part of the screen. */
function inTheWay(page: Page, height: number): Promise<string[]> {
  return page.evaluate(
    (below) =>
      [...document.querySelectorAll('.site-header, .form-progress, .mobile-action-bar, .connection-note')]
        .filter((one) => one.getBoundingClientRect().bottom > 0 && one.getBoundingClientRect().top < below)
        .filter((one) => getComputedStyle(one).position !== 'static' && one.textContent !== '')
        .map((one) => one.className),
    height,
  );
}

type Watched = { firstFrameAt: number; shifts: number[] };

function watchFrameAndShifts(): void {
  const watched = window as unknown as Watched;
  watched.firstFrameAt = Number.POSITIVE_INFINITY;
  watched.shifts = [];
  requestAnimationFrame(() => {
    watched.firstFrameAt = performance.now();
  });
  // A slow machine paints before the whole page is there, and the rest moves what is right of it. Scripts must move nothing after that.
  let wholeAt = Number.POSITIVE_INFINITY;
  document.addEventListener('DOMContentLoaded', () =>
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        wholeAt = performance.now();
      }),
    ),
  );
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.startTime >= wholeAt) watched.shifts.push((entry as PerformanceEntry & { value: number }).value);
  }).observe({ type: 'layout-shift', buffered: true });
  // The page also starts after some seconds without a frame, which a busy machine may take.
  const { setTimeout } = window;
  window.setTimeout = ((act: TimerHandler, ms?: number, ...rest: unknown[]) =>
    ms !== undefined && act instanceof Function && act.name === 'go' ? 0 : setTimeout(act, ms, ...rest)) as typeof setTimeout;
}
