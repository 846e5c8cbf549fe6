// Protects: focus, titles and history of the desk follow each action.
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { ready } from './harness/browser.ts';
import { closeClaim, setHidden, setupDeskJourney } from './harness/desk-setup.ts';

const desk = setupDeskJourney();
const { journey, send, open } = desk;
let id = '';

beforeEach(async (context) => {
  id = await send({ ...aoife, additionalInfo: context.task.name });
});

/** The element that has the focus: its name and its text. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { tagName = '', textContent } = document.activeElement ?? {};
    return tagName === 'BODY' ? 'BODY' : `${tagName} ${textContent?.trim()}`;
  });

/** Of the ring around what has the focus, which has the colour of the header's text. */
const ringInHeader = (page: Page) =>
  page.evaluate(() => {
    const { outlineColor, outlineOffset } = getComputedStyle(document.activeElement ?? document.body);
    const { color } = getComputedStyle(document.querySelector('.desk-header') ?? document.body);
    return { isClear: outlineColor === color, isInside: Number.parseFloat(outlineOffset) < 0 };
  });

/** What a screen reader says beside the name of what has the focus. */
const description = (page: Page) =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-describedby');
    return id ? document.getElementById(id)?.textContent : null;
  });

test('Each page change focuses the heading, and its title is announced with it', async () => {
  const page = await open('/desk/all', desk.owner);
  const header = page.getByRole('banner');
  for (const [link, heading, title] of [
    ['Responses', 'Responses', 'Responses'],
    ['People', 'What we hold on a person', 'People'],
    ['Staff', 'Staff', 'Staff'],
    ['Audit', 'Audit trail', 'Audit'],
    ['Grace Boateng', 'Your account', 'Your account'],
    ['Queue', 'Queue', 'Queue'],
    ['All claims', 'All claims', 'All claims'],
  ] as const) {
    if (['Staff', 'Audit'].includes(link)) await header.getByText('More', { exact: true }).click();
    await header.getByRole('link', { name: link, exact: true }).click();
    await expect.poll(() => focused(page), { message: link }).toBe(`H1 ${heading}`);
    expect(await description(page)).toMatch(new RegExp(`^${title}.* desk$`));
  }
  await page.locator('a.inbox-row-name').first().click();
  await expect.poll(() => focused(page)).toBe("H1 Aoife O'Neil");
  await page.goBack();
  await expect.poll(() => focused(page)).toBe('H1 All claims');
});

test.each([true, false])('owners find their own pages under More, by keyboard (JavaScript: %s)', async (javaScriptEnabled) => {
  const page = await open('/desk', desk.owner, { javaScriptEnabled, viewport: { width: 1280, height: 800 } });
  const more = page.locator('.desk-more');
  const link = more.getByRole('link', { name: 'Partner links' });
  expect(await page.locator('#desk-search').evaluate((field) => field.clientWidth)).toBeGreaterThan(400);
  await more.locator('summary').focus();
  await page.keyboard.press('Enter');
  await link.waitFor();
  if (javaScriptEnabled) {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    expect(await focused(page)).toBe('SUMMARY More');
    await expect.poll(() => link.isVisible()).toBe(false);
    await page.keyboard.press('Enter');
    await page.locator('#desk-search').focus();
    await expect.poll(() => link.isVisible()).toBe(false);
    await more.locator('summary').click();
    await page.mouse.click(640, 700);
    await expect.poll(() => link.isVisible()).toBe(false);
    await more.locator('summary').click();
    await page.getByRole('banner').getByRole('link', { name: 'Queue', exact: true }).focus();
    await page.keyboard.press('Tab');
    expect(await ringInHeader(page)).toEqual({ isClear: true, isInside: true });
    await more.locator('summary').click();
  }
  await link.click();
  await page.waitForURL('**/desk/partner-links');
  await expect.poll(() => link.isVisible()).toBe(false);
  expect(await more.locator('summary').getAttribute('aria-current')).toBe('true');
  if (javaScriptEnabled) {
    await more.locator('summary').click();
    await link.click();
    await expect.poll(() => link.isVisible(), { message: 'the link to the page itself' }).toBe(false);
  }
});

test('a search, a filter or another list leaves the focus in the page', async () => {
  const page = await open('/desk/all', desk.handler);
  await page.getByRole('searchbox').fill('aoife');
  await page.getByRole('button', { name: 'Search' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/q=aoife/);
  await expect.poll(() => focused(page)).toBe('H1 All claims');
  await page
    .getByRole('navigation', { name: 'Lists' })
    .getByRole('link', { name: /^New( \d|$)/ })
    .focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/list=new/);
  await expect.poll(() => focused(page)).toMatch(/^A New/);
});

test('the message of what was done takes the focus each time', async () => {
  const page = await open(`/desk/submissions/${id}`, desk.handler);
  for (const [button, message] of [
    ['Make it mine', 'Assigned to Hana Novak.'],
    ['Undo', 'Assigned to nobody.'],
    ['Make it mine', 'Assigned to Hana Novak.'],
    ['Undo', 'Assigned to nobody.'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await expect.poll(() => focused(page)).toContain(`DIV ${message}`);
  }
  for (const text of ['First note', 'Second note']) {
    await page.getByLabel('Add a note').fill(text);
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.locator('.note').getByText(text).waitFor();
    await expect.poll(() => focused(page)).toContain('DIV Note added.');
  }
});

test('the same refusal takes the focus each time', async () => {
  const page = await open(`/desk/submissions/${id}`, desk.handler, { expected: /status of 422/ });
  await setHidden(page, true);
  const other = await open(`/desk/submissions/${id}`, desk.owner);
  await closeClaim(other);
  await other.getByText('Closed.', { exact: true }).waitFor();
  for (let i = 0; i < 2; i += 1) {
    await page.getByLabel('Add a note').focus();
    await closeClaim(page);
    await expect.poll(() => focused(page)).toContain('P Grace Boateng closed it');
  }
});

test.each([true, false])(
  'An action adds no history entry, and Back does not repeat its message (scripts: %s)',
  async (javaScriptEnabled) => {
    const page = await open('/desk/all', desk.handler, { javaScriptEnabled });
    const address = `${journey.product.url}/desk/submissions/${id}`;
    await page.goto(address);
    // An action before the scripts run is a post of the browser's own.
    if (javaScriptEnabled) await ready(page);
    const done = async (button: string, message: string) => {
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.getByText(message, { exact: true }).waitFor();
      expect(page.url()).toBe(address);
    };
    await done('Make it mine', 'Assigned to Hana Novak.');
    await closeClaim(page);
    await page.getByText('Closed.', { exact: true }).waitFor();
    expect(page.url()).toBe(address);
    await page.getByRole('banner').getByRole('link', { name: 'All claims' }).click();
    await page.getByRole('heading', { level: 1, name: 'All claims' }).waitFor();
    const saysNothing = async () => {
      await page.getByRole('heading', { level: 1, name: "Aoife O'Neil" }).waitFor();
      await page.getByRole('button', { name: 'Reopen', exact: true }).waitFor();
      for (const message of ['Closed.', 'Assigned to Hana Novak.'])
        expect(await page.getByText(message, { exact: true }).count(), message).toBe(0);
    };
    await page.goBack();
    await saysNothing();
    await page.reload();
    await saysNothing();
    // For a browser each post to the page's own address is an entry of its history, which shows the page as it is now.
    for (let posts = 0; posts < (javaScriptEnabled ? 0 : 2); posts += 1) {
      await page.goBack();
      await saysNothing();
    }
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'All claims' }).waitFor();
  },
);

test('where the browser refuses storage, every page of the desk works', async () => {
  const page = await journey.newPage({ expected: /refused on purpose/ });
  await page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Storage is refused on purpose.', 'SecurityError');
        },
      });
  });
  await page
    .context()
    .addCookies([...desk.owner.browser.cookies].map(([name, value]) => ({ name, value, url: journey.product.url })));
  for (const path of [
    '/desk',
    '/desk/all',
    `/desk/submissions/${id}`,
    '/desk/responses',
    '/desk/people',
    '/desk/staff',
    '/desk/audit',
  ]) {
    await page.goto(journey.product.url + path);
    await ready(page);
    await page.locator('main h1').waitFor();
    expect(await page.getByText('That did not work').count(), path).toBe(0);
  }
  await page.goto(`${journey.product.url}/desk/submissions/${id}`);
  await ready(page);
  await page.getByLabel('Add a note').fill('Without storage');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByText('Note added.').waitFor();
  await page.locator('.note').getByText('Without storage').waitFor();
  await expect.poll(() => page.getByLabel('Add a note').inputValue()).toBe('');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You are signed out.').waitFor();
});
