// Protects: notices have the words, places and times of the specification.
import type { Page } from 'playwright-core';
import { test as anyTest, expect } from 'vitest';
import { hasNewsletter, socialAddresses } from '#content/switches.ts';
import type { PageOptions } from './harness/browser.ts';
import { setupJourney } from './harness/journey.ts';

/** What they say, and the plain one where their script never came, is asked without a browser: app/islands/page-notices.test.ts. A social icon without an address is what shows a notice without more; a business may have none. */
const test = anyTest.runIf(socialAddresses.includes(null));
const journey = setupJourney();
const wide = { viewport: { width: 1280, height: 800 } };
const title = 'Feature in Progress';

test('a notice stands for 5000 ms, not while the pointer or the focus is on it, and a new one takes its place for its own time', async () => {
  const page = await opened(wide);
  // The page was rendered in another year.
  await page.getByRole('contentinfo').getByText('© 2031').waitFor();
  // A screen reader says it: it is inserted into the live region a moment after the region itself.
  await page.clock.runFor(100);
  await page.getByRole('status').filter({ hasText: title }).first().waitFor({ state: 'attached' });
  await page.clock.runFor(4_899);
  await expectStanding(page);
  await page.clock.runFor(1);
  await expectClosed(page);

  await show(page);
  await page.clock.runFor(3_000);
  await notice(page).hover();
  await page.clock.runFor(60_000);
  await expectStanding(page);
  await page.mouse.move(10, 400);
  await page.clock.runFor(1_999);
  await expectStanding(page);
  await show(page);
  await page.clock.runFor(4_999);
  await expectStanding(page);
  await page.clock.runFor(1);
  await expectClosed(page);

  await show(page);
  await page.keyboard.press('F8');
  await page.waitForFunction(() => document.activeElement?.closest('[role="region"]') !== null);
  await page.clock.runFor(60_000);
  await expectStanding(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expectClosed(page);
});

test('it closes by its button, by Escape, in time and by a swipe of 51 px to the right, and slides out; by no other swipe', async () => {
  const page = await opened({ viewport: { width: 320, height: 740 }, hasTouch: true });
  const box = await notice(page).boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
  for (const pixels of [40, -100]) {
    await swipe(page, pixels);
    await page.clock.runFor(1_000);
    await expectStanding(page);
  }
  for (const close of [
    () => page.clock.runFor(5_000),
    () => swipe(page, 51),
    () => notice(page).getByRole('button', { name: 'Close' }).click(),
    () => page.keyboard.press('F8').then(() => page.keyboard.press('Escape')),
  ]) {
    await expectStanding(page);
    await watchAnimations(page);
    await close();
    await expectClosed(page);
    expect(await animations(page)).toContain('notice-out');
    await show(page);
  }
});

test('under reduced motion it is gone at once, and on a wide screen it is at most 420 px wide', async () => {
  const page = await opened({ viewport: { width: 2560, height: 800 }, reducedMotion: 'reduce' });
  for (const width of [2560, 768]) {
    await page.setViewportSize({ width, height: 800 });
    for (const box of [notice(page), notice(page).locator('xpath=..')])
      expect((await box.boundingBox())?.width).toBeLessThanOrEqual(420);
  }
  await watchAnimations(page);
  await notice(page).getByRole('button', { name: 'Close' }).click();
  await expectClosed(page);
  expect(await animations(page)).toEqual([]);
});

anyTest.runIf(hasNewsletter)(
  'the browser holds back a newsletter address that is none, and nothing is sent for one',
  async () => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await journey.visit('/about', { javaScriptEnabled });
      await page.waitForLoadState('networkidle');
      const requests: string[] = [];
      page.on('request', (request) => request.resourceType() !== 'script' && requests.push(request.url()));
      const email = page.getByRole('contentinfo').getByRole('textbox', { name: /email/i });
      for (const address of ['', 'aoife']) {
        await email.fill(address);
        await page.getByRole('contentinfo').getByRole('button', { name: 'Subscribe' }).click();
        expect(await email.evaluate((field) => field === document.activeElement && field.matches(':invalid'))).toBe(true);
        expect(await page.getByText(title).count()).toBe(0);
      }
      await email.fill('aoife@example.com');
      await email.press('Enter');
      if (javaScriptEnabled) await page.getByText(title, { exact: true }).first().waitFor();
      expect([page.url(), requests]).toEqual([`${journey.product.url}/about`, []]);
    }
  },
);

/** Opens a page with a new notice, whose clock only moves by hand. */
async function opened(options: PageOptions): Promise<Page> {
  const page = await journey.visitWithStoppedClock('/about', { ...options, time: new Date('2031-01-01T00:30:00Z') });
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
