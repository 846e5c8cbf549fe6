// Protects: notices have the words, places and times of the specification.
import type { Page } from 'playwright-core';
import { test as anyTest, expect } from 'vitest';
import { socialAddresses } from '#content/switches.ts';
import { type PageOptions, ready } from './harness/browser.ts';
import { setupJourney } from './harness/journey.ts';

/** A social icon without an address is what shows a notice without more; a business may have none. */
const test = anyTest.runIf(socialAddresses.includes(null));
const journey = setupJourney();
const wide = { viewport: { width: 1280, height: 800 } };
const title = 'Feature in Progress';

test('a notice stands for 5000 ms, not less and not more', async () => {
  const page = await opened(wide);
  await page.clock.runFor(4_999);
  await expectStanding(page);
  await page.clock.runFor(1);
  await expectClosed(page);
});

test('the time stands still while the pointer is on it, and goes on afterwards', async () => {
  const page = await opened(wide);
  await page.clock.runFor(3_000);
  await notice(page).hover();
  await page.clock.runFor(60_000);
  await expectStanding(page);
  await page.mouse.move(10, 400);
  await page.clock.runFor(1_999);
  await expectStanding(page);
  await page.clock.runFor(1);
  await expectClosed(page);
});

test('F8 moves the focus to it, and the time stands still while the focus is there', async () => {
  const page = await opened(wide);
  await page.keyboard.press('F8');
  await page.waitForFunction(() => document.activeElement?.closest('[role="region"]') !== null);
  await page.clock.runFor(60_000);
  await expectStanding(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expectClosed(page);
});

test('it has a button that closes it', async () => {
  const page = await opened(wide);
  await notice(page).getByRole('button', { name: 'Close' }).click();
  await expectClosed(page);
});

test.each([
  ['51 px to the right closes it', 51, true],
  ['40 px to the right do not', 40, false],
  ['100 px to the left do not', -100, false],
])('a swipe of %s', async (_, pixels, closes) => {
  const page = await opened({ viewport: { width: 375, height: 740 }, hasTouch: true });
  await swipe(page, pixels);
  if (closes) return expectClosed(page);
  await page.clock.runFor(1_000);
  await expectStanding(page);
});

test.each<[string, (page: Page) => Promise<void>]>([
  ['closed by its button', (page) => notice(page).getByRole('button', { name: 'Close' }).click()],
  ['closed by Escape', (page) => page.keyboard.press('F8').then(() => page.keyboard.press('Escape'))],
  ['its time is over', (page) => page.clock.runFor(5_000)],
  ['swiped away', (page) => swipe(page, 80)],
])('it slides out to the right when %s', async (_, close) => {
  const page = await opened({ viewport: { width: 375, height: 740 }, hasTouch: true });
  await watchAnimations(page);
  await close(page);
  await expectClosed(page);
  expect(await animations(page)).toEqual(['notice-out']);
});

test('under reduced motion it is gone at once', async () => {
  const page = await opened({ ...wide, reducedMotion: 'reduce' });
  await watchAnimations(page);
  await notice(page).getByRole('button', { name: 'Close' }).click();
  await expectClosed(page);
  expect(await animations(page)).toEqual([]);
});

test('the plain notice, for a page whose notice script never came, stands for 5000 ms too', async () => {
  const page = await journey.newPage({ ...wide, expected: /ERR_FAILED|dynamically imported module/, setsClock: true });
  const time = new Date('2026-11-20T12:00:00Z');
  await page.clock.install({ time });
  await page.route('**/notice-island*', (route) => route.abort('failed'));
  await page.goto(`${journey.product.url}/about`);
  await ready(page);
  await page.clock.pauseAt(time.getTime() + 3_600_000);
  await page.getByRole('list', { name: 'Social media' }).getByRole('button').first().click();
  const plain = page.getByRole('status').filter({ hasText: title });
  await plain.waitFor();
  await settle(page);
  await page.clock.runFor(4_999);
  expect(await plain.count()).toBe(1);
  await page.clock.runFor(1);
  await plain.waitFor({ state: 'detached' });
});

test('one is visible at once: a new one takes the place of the one before', async () => {
  const page = await opened(wide);
  await page.clock.runFor(3_000);
  await show(page);
  await expectStanding(page);
  // The new notice is shown for its whole time.
  await page.clock.runFor(4_999);
  await expectStanding(page);
  await page.clock.runFor(1);
  await expectClosed(page);
});

test.each([768, 1280, 2560])('on a screen of %i px it is at most 420 px wide', async (width) => {
  const page = await opened({ viewport: { width, height: 800 } });
  const area = await notice(page).locator('xpath=..').boundingBox();
  expect(area?.width).toBeLessThanOrEqual(420);
  expect((await notice(page).boundingBox())?.width).toBeLessThanOrEqual(420);
});

test('on a phone it stays within the screen', async () => {
  const page = await opened({ viewport: { width: 320, height: 640 } });
  const box = await notice(page).boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
});

test('a screen reader says it', async () => {
  const page = await opened(wide);
  // The notice is inserted into the live region a moment after the region itself.
  await page.clock.runFor(100);
  await page.getByRole('status').filter({ hasText: title }).first().waitFor({ state: 'attached' });
});

/** Opens a page with a new notice, whose clock only moves by hand. */
async function opened(options: PageOptions): Promise<Page> {
  const page = await journey.visitWithStoppedClock('/about', options);
  await show(page);
  return page;
}

/** Records each animation of a notice that ended. */
async function watchAnimations(page: Page): Promise<void> {
  await page.evaluate(() => {
    const ended: string[] = [];
    Object.assign(window, { ended });
    addEventListener('animationend', (event) => ended.push(event.animationName));
  });
}

function animations(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { ended: string[] }).ended);
}

async function show(page: Page): Promise<void> {
  const icons = page.getByRole('contentinfo').getByRole('list', { name: 'Social media' });
  await icons.getByRole('button').first().click();
  await notice(page).waitFor();
  // The region counts its notices, and listens to the pointer from then on, a moment after the notice is there.
  await expect.poll(() => region(page).evaluate(({ style }) => style.pointerEvents)).not.toBe('none');
  await settle(page);
}

/** Lets React run its effects after rendering: only then does a notice listen and count. */
async function settle(page: Page): Promise<void> {
  for (let turn = 0; turn < 5; turn++) {
    await page.evaluate(
      () =>
        new Promise((next) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = next;
          port2.postMessage(null);
        }),
    );
  }
}

/** The notice in the list of notices. */
function notice(page: Page) {
  return region(page).getByRole('listitem').filter({ hasText: title });
}

function region(page: Page) {
  return page.getByRole('region', { name: /^Notice/ });
}

async function expectStanding(page: Page): Promise<void> {
  expect(await notice(page).and(page.locator('[data-state="open"]')).count()).toBe(1);
  expect(await notice(page).count()).toBe(1);
}

async function expectClosed(page: Page): Promise<void> {
  await notice(page).and(page.locator('[data-state="open"]')).waitFor({ state: 'detached' });
  // The notice has time to slide out.
  await page.clock.runFor(500);
  await notice(page).waitFor({ state: 'detached' });
}

/** Swipes with a finger, as the browser itself would report it. */
async function swipe(page: Page, pixels: number): Promise<void> {
  const box = await notice(page).boundingBox();
  if (!box) throw new Error('There is no notice to swipe.');
  const session = await page.context().newCDPSession(page);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  for (const part of [0.25, 0.5, 0.75, 1])
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + pixels * part, y }] });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
