// Protects: the services menu opens and closes as specified, by mouse, keyboard and touch.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { setupJourney } from './harness/journey.ts';
import { services } from './harness/site-paths.ts';

const journey = setupJourney();
const wide = { viewport: { width: 1280, height: 800 } };

describe('with a mouse', () => {
  test('it opens when the pointer has rested on it for 200 ms, not before', async () => {
    const page = await journey.visitWithStoppedClock('/', wide);
    await button(page).hover();
    await page.clock.runFor(199);
    expect(await panel(page).isVisible()).toBe(false);
    await page.clock.runFor(1);
    expect(await panel(page).isVisible()).toBe(true);
    await expectExpanded(page, true);
  });

  test('a pointer that only passes does not open it', async () => {
    const page = await journey.visitWithStoppedClock('/', wide);
    await button(page).hover();
    await page.clock.runFor(100);
    await leave(page);
    await page.clock.runFor(5_000);
    expect(await panel(page).isVisible()).toBe(false);
  });

  test('it closes 150 ms after the pointer left, and not when the pointer went into it', async () => {
    const page = await opened();
    await panel(page).getByRole('link').last().hover();
    await page.clock.runFor(5_000);
    expect(await panel(page).isVisible()).toBe(true);
    await leave(page);
    await page.clock.runFor(149);
    expect(await panel(page).isVisible()).toBe(true);
    await page.clock.runFor(1);
    expect(await panel(page).isVisible()).toBe(false);
  });

  test('within 300 ms of its closing it opens again without a wait', async () => {
    const page = await opened();
    await closeByLeaving(page);
    await page.clock.runFor(299);
    await button(page).hover();
    await page.clock.runFor(1);
    expect(await panel(page).isVisible()).toBe(true);
  });

  test('after 300 ms the wait is 200 ms again', async () => {
    const page = await opened();
    await closeByLeaving(page);
    await page.clock.runFor(301);
    await button(page).hover();
    await page.clock.runFor(199);
    expect(await panel(page).isVisible()).toBe(false);
    await page.clock.runFor(1);
    expect(await panel(page).isVisible()).toBe(true);
  });

  test('a click opens it at once, and another closes it', async () => {
    const page = await journey.visitWithStoppedClock('/', wide);
    await button(page).click();
    expect(await panel(page).isVisible()).toBe(true);
    await page.clock.runFor(1_000);
    expect(await panel(page).isVisible()).toBe(true);
    await button(page).click();
    expect(await panel(page).isVisible()).toBe(false);
  });

  test('a click soon after the pointer came back into the open menu closes it', async () => {
    const page = await opened();
    await page.clock.runFor(2_000);
    await leave(page);
    await page.clock.runFor(100);
    await button(page).hover();
    await page.clock.runFor(300);
    expect(await panel(page).isVisible()).toBe(true);
    await button(page).click();
    expect(await panel(page).isVisible()).toBe(false);
  });

  test('a click just after the hover has opened it leaves it open', async () => {
    const page = await opened();
    await page.clock.runFor(300);
    await button(page).click();
    expect(await panel(page).isVisible()).toBe(true);
  });

  test('it holds the eight services, and choosing one leads there and closes it', async () => {
    const page = await opened();
    const links = panel(page).getByRole('link');
    const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(targets.filter((href) => services.includes(href ?? ''))).toEqual(services);
    await links.first().click();
    await page.waitForURL(`**${services[0]}`);
    await panel(page).waitFor({ state: 'hidden' });
  });

  async function opened(): Promise<Page> {
    const page = await journey.visitWithStoppedClock('/', wide);
    await button(page).hover();
    await page.clock.runFor(200);
    expect(await panel(page).isVisible()).toBe(true);
    await expectExpanded(page, true);
    return page;
  }

  async function closeByLeaving(page: Page): Promise<void> {
    await leave(page);
    await page.clock.runFor(150);
    await expectExpanded(page, false);
  }
});

describe('with a keyboard', () => {
  test('Enter opens and closes it', async () => {
    const page = await journey.visit('/', wide);
    await button(page).focus();
    await page.keyboard.press('Enter');
    await expectExpanded(page, true);
    expect(await panel(page).isVisible()).toBe(true);
    await page.keyboard.press('Enter');
    await expectExpanded(page, false);
    expect(await panel(page).isVisible()).toBe(false);
  });

  test('the arrows open it and go up and down its links', async () => {
    const page = await journey.visit('/', wide);
    await button(page).focus();
    await page.keyboard.press('ArrowDown');
    await expectFocus(page, services[0]);
    await expectExpanded(page, true);
    await page.keyboard.press('ArrowDown');
    await expectFocus(page, services[1]);
    await page.keyboard.press('ArrowUp');
    await expectFocus(page, services[0]);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${services[0]}`);
    await panel(page).waitFor({ state: 'hidden' });
  });

  test('Escape closes it and gives the focus back to its button', async () => {
    const page = await journey.visit('/', wide);
    await button(page).focus();
    await page.keyboard.press('ArrowDown');
    await expectFocus(page, services[0]);
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'hidden' });
    await page.waitForFunction(() => document.activeElement?.textContent?.trim() === 'Services');
  });

  test('Tab goes through it and out of it again', async () => {
    const page = await journey.visit('/', wide);
    await button(page).focus();
    await page.keyboard.press('Enter');
    await expectExpanded(page, true);
    const count = await panel(page).getByRole('link').count();
    await page.keyboard.press('Tab');
    await expectFocus(page, services[0]);
    for (let step = 0; step < count; step++) await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('/partners');
  });

  test.each([
    ['forwards', 'Tab', '/partners'],
    ['backwards', 'Shift+Tab', '/about'],
  ])('it closes when Tab leaves it %s, and the focus goes on', async (_, key, next) => {
    const page = await journey.visit('/', wide);
    await button(page).focus();
    await page.keyboard.press('Enter');
    await expectExpanded(page, true);
    const stops = key === 'Tab' ? (await panel(page).getByRole('link').count()) + 1 : 1;
    for (let stop = 0; stop < stops; stop++) await page.keyboard.press(key);
    await expectFocus(page, next);
    await panel(page).waitFor({ state: 'hidden' });
    await expectExpanded(page, false);
    await expectFocus(page, next);
  });
});

test('without JavaScript it opens by a click and its links work', async () => {
  const page = await journey.visit('/', { ...wide, javaScriptEnabled: false });
  expect(await panel(page).isVisible()).toBe(false);
  await button(page).click();
  expect(await panel(page).isVisible()).toBe(true);
  await panel(page).getByRole('link').nth(1).click();
  await page.waitForURL(`**${services[1]}`);
});

function button(page: Page) {
  return page.getByRole('banner').getByRole('button', { name: 'Services', exact: true });
}

/** The element that the button controls. */
function panel(page: Page) {
  return page.locator('#services-menu');
}

async function leave(page: Page): Promise<void> {
  await page.mouse.move(1000, 700);
}

function expectExpanded(page: Page, expanded: boolean) {
  return page.locator(`button[aria-controls="services-menu"][aria-expanded="${expanded}"]`).waitFor();
}

function expectFocus(page: Page, href: string | undefined) {
  return page.waitForFunction((wanted) => document.activeElement?.getAttribute('href') === wanted, href);
}
