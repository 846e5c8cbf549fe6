// Protects: no screen of the desk has an accessibility violation.
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { aoife, bo, lukasz } from '#testing/fixtures/people.ts';
import { jsonPost } from '#testing/http.ts';
import { readStore } from '#testing/read-store.ts';
import { axeViolations, axeViolationsDark, expectAccessibleAtBothWidths, horizontalOverflow } from './harness/axe-violations.ts';
import { ready } from './harness/browser.ts';
import { addSession, setupDeskJourney } from './harness/desk-setup.ts';

const desk = setupDeskJourney();
const { journey } = desk;
let id = '';

beforeAll(async () => {
  const contact = {
    name: 'A very unbroken name '.repeat(3),
    email: `${'long'.repeat(30)}@example.org`,
    subject: 'Ünbroken'.repeat(20),
    message: 'x',
  };
  for (const [formName, formData] of [
    ['Make a Claim', aoife],
    ['Make a Claim', bo],
    ['Make a Claim', lukasz],
    ['Contact Us', contact],
    ['Contact Us', { ...contact, howDidYouFindUs: 'spam' }],
  ] as const)
    await journey.product.request('/functions/v1/send-form-email', jsonPost({ formName, formData }));
  id = readStore(journey.product).submissions[0]?.id ?? '';
});

/** Records an attempt on the claim on the page. */
async function mark(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'No answer' }).click();
  await page.locator('.callout-good').waitFor();
}

const screens: [string, () => string, act?: (page: Page) => Promise<void>][] = [
  ['the queue', () => '/desk'],
  ['all claims', () => '/desk/all'],
  ['the quarantine', () => '/desk/all?list=quarantine'],
  ['one submission', () => `/desk/submissions/${id}`],
  ['responses', () => '/desk/responses'],
  ['list behind a figure', () => '/desk/responses/list?target=promise&figure=total&by=week'],
  ['a person', () => `/desk/people?about=${encodeURIComponent(aoife.email ?? '')}`],
  ['staff', () => '/desk/staff'],
  ['audit', () => '/desk/audit'],
  ['background work', () => '/desk/background'],
  ['account', () => '/desk/account'],
  ['adding a passkey', () => '/desk/account/passkey'],
  // Other states of these screens, and screens of which the account has more.
  ['all claims, narrowed', () => '/desk/all?form=claim&due=soon&from=2026-01-01'],
  ['the list by due time', () => '/desk/all?list=due'],
  ['an empty list', () => '/desk/all?q=nobody-of-that-name'],
  ['one submission, just marked', () => `/desk/submissions/${id}`, mark],
  ['responses by form', () => '/desk/responses?by=form'],
  ['erasing', () => `/desk/erase?submission=${id}`],
  ['moving the authenticator app', () => '/desk/account/authenticator'],
  ['new recovery codes', () => '/desk/account/recovery-codes'],
  ['an address without a screen', () => '/desk/nothing-here'],
];

test.each(screens)(
  '%s has no violations, light or dark or at 320 px, and text of twice the size cuts nothing off',
  async (_, path, act) => {
    const page = await journey.newPage({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      expected: /status of 404/,
    });
    await addSession(page, journey.product, desk.owner);
    await page.goto(journey.product.url + path());
    await ready(page);
    await page.locator('h1').waitFor();
    await act?.(page);
    expect(await page.locator('h1').count()).toBe(1);
    await expectAccessibleAtBothWidths(page);
    expect(await cutOff(page), 'words that are cut off').toEqual([]);
    await page.setViewportSize({ width: 640, height: 800 });
    expect(await horizontalOverflow(page), 'sideways scroll at 640 px').toEqual([]);
  },
);

const beforeSigningIn = [
  '/desk/sign-in',
  '/desk/sign-in/code',
  '/desk/join?invitation=x',
  '/desk/forgotten',
  '/desk/new-password?token=x',
];

test.each(beforeSigningIn)('%s has no violations, light or dark, at 320 px or with errors', async (path) => {
  const page = await journey.visit(path, { viewport: { width: 1280, height: 800 }, expected: /status of 4\d\d/ });
  expect(await axeViolations(page), 'by light').toEqual([]);
  expect(await axeViolationsDark(page), 'by dark').toEqual([]);
  for (const input of await page.locator('input:visible').all())
    await input.fill((await input.getAttribute('type')) === 'email' ? 'x@example.org' : '123456123456');
  const button = page.locator('button[type=submit]');
  if ((await button.count()) > 0) {
    await button.click();
    await page.locator('[role=alert], .field-error, .callout-good').first().waitFor();
  }
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await horizontalOverflow(page), 'sideways scroll at 320 px').toEqual([]);
  expect(await axeViolations(page), 'at 320 px').toEqual([]);
});

test('Forced colours: controls have a border, and the current list and the focus are visible', async () => {
  const page = await journey.newPage({ viewport: { width: 1280, height: 800 }, forcedColors: 'active' });
  await addSession(page, journey.product, desk.owner);
  await page.goto(`${journey.product.url}/desk/all?list=new`);
  await ready(page);
  const styleOf = (selector: string, property: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), property);
  for (const [open, other, property] of [
    ['.tabs a[aria-current]', '.tabs a:not([aria-current])', 'background-color'],
    ['.desk-nav a[aria-current]', '.desk-nav a:not([aria-current])', 'border-bottom-color'],
  ] as const)
    expect(await styleOf(open, property), open).not.toBe(await styleOf(other, property));
  await page.locator('a.inbox-row-name').first().focus();
  await page.keyboard.press('ArrowDown');
  expect(await page.locator('.inbox-list > li:has(a:focus-visible)').evaluate((one) => getComputedStyle(one).outlineStyle)).toBe(
    'solid',
  );
  await page.goto(`${journey.product.url}/desk/submissions/${id}`);
  await ready(page);
  for (const selector of ['.button', '.badge', '.card', 'textarea']) {
    expect(await styleOf(selector, 'border-top-style'), selector).toBe('solid');
    expect(await styleOf(selector, 'border-top-color'), selector).not.toBe(await styleOf('body', 'background-color'));
  }
});

test('on a small phone no word of a table is broken in two', async () => {
  const page = await journey.newPage({ viewport: { width: 320, height: 640 } });
  await addSession(page, journey.product, desk.owner);
  for (const path of ['/desk/audit', '/desk/responses', '/desk/responses?by=handler']) {
    await page.goto(journey.product.url + path);
    await ready(page);
    expect(await brokenWords(page), path).toEqual([]);
    expect(await horizontalOverflow(page), path).toEqual([]);
  }
});

/** Words in tables that are broken over two lines. */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken: string[] = [];
    const texts = [...document.querySelectorAll('.table th, .table td, .table code, .table a')].flatMap((one) => [
      ...one.childNodes,
    ]);
    for (const text of texts.filter((one) => one instanceof Text))
      for (const { 0: word, index } of (text as Text).data.matchAll(/[^\s-]+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
      }
    return broken;
  });
}

function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *, header *')]
      .filter((one) => !one.classList.contains('sr-only') && getComputedStyle(one).overflow === 'hidden')
      .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
      .map((one) => `${one.tagName}.${one.className}`),
  );
}

test('By keyboard every screen has a skip link and a visible focus', async () => {
  const page = await journey.newPage();
  await addSession(page, journey.product, desk.owner);
  await page.goto(`${journey.product.url}/desk`);
  await ready(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  for (let i = 0; i < 6; i += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle)).not.toBe('none');
  }
});
