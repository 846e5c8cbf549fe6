// Protects: no state of a public page has an accessibility violation.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { socialAddresses } from '#content/switches.ts';
import { aoife, bo } from '#testing/fixtures/people.ts';
import { axeViolations, axeViolationsDark, horizontalOverflow } from './harness/axe-violations.ts';
import { type PageOptions, ready } from './harness/browser.ts';
import { fill, formOf, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';
import { oneService } from './harness/site-paths.ts';
import { ownAnswer } from './harness/waiting.ts';

const journey = setupJourney();
const wide = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const;
const narrow = { viewport: { width: 320, height: 640 }, hasTouch: true, reducedMotion: 'reduce' } as const;
const screens: [string, PageOptions][] = [
  ['narrow', narrow],
  ['wide', wide],
];

test('the services menu open', async () => {
  const page = await journey.visit(oneService, wide);
  // The menu is opened with a key: on a slow machine the hover may open it before the click, which would then close it.
  await page.getByRole('banner').getByRole('button', { name: 'Services' }).press('Enter');
  await page.locator('#services-menu').waitFor();
  await expectNone(page);
});

test('the mobile menu open, with the services unfolded', async () => {
  const page = await journey.visit('/about', narrow);
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).tap();
  await page.locator('#mobile-menu').getByText('Services', { exact: true }).tap();
  await page.locator(`#mobile-menu a[href="${oneService}"]`).waitFor();
  await expectNone(page);
});

test.each(['/faq', '/', '/complaints'])('%s: an answer open', async (path) => {
  const page = await journey.visit(path, narrow);
  await page.locator('main details[name] summary').last().tap();
  await page.locator('main details[open]').waitFor();
  await expectNone(page);
});

test.runIf(socialAddresses.includes(null))('a plain notice shown', async () => {
  const page = await journey.visit('/about', wide);
  await page.getByRole('list', { name: 'Social media' }).getByRole('button').first().click();
  await noticeWith(page, 'Feature in Progress');
  await expectNone(page);
});

test('the success notice shown', async () => {
  const page = await journey.visit('/make-a-claim', wide);
  await fill(page, aoife);
  await submit(page);
  await noticeWith(page, 'Submission Successful!');
  await expectNone(page);
});

test.each(screens)('the destructive notice shown, on a %s screen', async (_, options) => {
  const page = await journey.visit('/make-a-claim', { ...options, expected: /status of 503/ });
  await page.route('**/functions/v1/send-form-email', (route) => route.fulfill(ownAnswer(503, { message: 'No.' })));
  await fill(page, bo);
  await submit(page);
  await noticeWith(page, 'Uh oh! Something went wrong.');
  await expectNone(page);
});

test.each(screens)('errors beside their fields, on a %s screen', async (_, options) => {
  const page = await journey.visit('/make-a-claim', { ...options, expected: /status of 422/ });
  await formOf(page).evaluate((form) => {
    (form as HTMLFormElement).noValidate = true;
  });
  await submit(page);
  await expectErrors(page);
  await expectNone(page);
});

test('the page that comes back from a post without scripts, with its errors', async () => {
  const page = await journey.visit('/make-a-claim', { ...narrow, expected: /status of 422/ });
  await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    formOf(page).evaluate((form) => HTMLFormElement.prototype.submit.call(form)),
  ]);
  await expectErrors(page);
  await ready(page);
  await expectNone(page);
});

test('the message that the connection is lost', async () => {
  const page = await journey.visit('/about', { ...narrow, expected: /ERR_INTERNET_DISCONNECTED|dynamically imported module/ });
  await page.context().setOffline(true);
  await page.getByText(/^You are offline/).waitFor();
  await expectNone(page);
});

test('forced colours: controls have a border, and the focus is visible', async () => {
  const page = await journey.visit('/make-a-claim', { ...wide, forcedColors: 'active' });
  for (const selector of [
    'main button[type="submit"]',
    'main input[name="firstName"]',
    'header a[href="/make-a-claim"]:visible',
  ]) {
    const edge = await page
      .locator(selector)
      .first()
      .evaluate((one) => {
        const { borderTopStyle, borderTopWidth } = getComputedStyle(one);
        return borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) > 0;
      });
    expect(edge, selector).toBe(true);
  }
});

async function expectNone(page: Page): Promise<void> {
  expect(await axeViolations(page), 'by light').toEqual([]);
  expect(await axeViolationsDark(page), 'by dark').toEqual([]);
  expect(await horizontalOverflow(page), 'sideways scroll').toEqual([]);
}

/** Waits until the page is in this state, before it is examined. */
async function expectErrors(page: Page): Promise<void> {
  await page.getByRole('alert').getByRole('link').first().waitFor();
  expect(await page.locator('main [aria-invalid="true"]').count()).toBeGreaterThan(10);
}

async function noticeWith(page: Page, title: string): Promise<void> {
  await page
    .getByRole('region', { name: /^Notice/ })
    .getByText(title)
    .waitFor();
  // Animations have ended, because half-transparent words have half their contrast.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
}
