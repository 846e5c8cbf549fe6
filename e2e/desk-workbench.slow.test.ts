// Protects: the queue and the open claim are one screen, with everything for the next call in sight, and two pages on a phone.
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { bo, lukasz } from '#testing/fixtures/people.ts';
import { axeViolations, axeViolationsDark } from './harness/axe-violations.ts';
import { sendClaimWith } from './harness/claim-with-files.ts';
import { setupDeskJourney } from './harness/desk-setup.ts';

const desk = setupDeskJourney();
const { journey, send, open } = desk;
const wide = { viewport: { width: 1280, height: 800 } };
const small = { viewport: { width: 375, height: 667 } };
let withFiles = '';

beforeAll(async () => {
  for (let index = 0; index < 18; index += 1)
    await send({ ...([bo, lukasz][index % 2] ?? bo), firstName: `Person ${index}`, phone: `07700 9002${10 + index}` });
  const files = Array.from({ length: 10 }, (_, index) => [`Front left ${index}.pdf`, evidenceFiles.pdf(50_000 + index)]);
  withFiles = await sendClaimWith(journey.product, Object.fromEntries(files), { additionalInfo: 'with files' });
});

/** Where the first element of a selector is on the screen. */
const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not shown.`);
  return box;
};

test('at 1280 by 800 fifteen rows are in sight, each of 44 px, and the acts of the open claim are within 300 px', async () => {
  const page = await open('/desk', desk.handler, wide);
  const boxes = await page
    .locator('.queue-row')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect()).map(({ height, bottom }) => ({ height, bottom })));
  expect(boxes.filter(({ bottom }) => bottom <= 800).length).toBeGreaterThanOrEqual(15);
  expect(new Set(boxes.map(({ height }) => height))).toEqual(new Set([44]));
  await page.goto(`${journey.product.url}/desk/submissions/${withFiles}`);
  for (const selector of ['.contact-actions', '#line', '.acts-buttons', '#note']) {
    const { y, height } = await boxOf(page, selector);
    expect(y + height, selector).toBeLessThanOrEqual(300);
  }
  expect((await boxOf(page, '.answer-sheet')).y, 'files are below the answers').toBeLessThan((await boxOf(page, '.evidence')).y);
  expect((await boxOf(page, '.evidence-list')).height, 'they are a strip').toBeLessThan(400);
});

test.each([true, false])(
  'on a phone queue and claim are two pages, and the way back has the place and the focus (scripts: %s)',
  async (javaScriptEnabled) => {
    const page = await open('/desk', desk.handler, { ...small, javaScriptEnabled });
    expect((await boxOf(page, '.queue-row')).y).toBeLessThanOrEqual(200);
    const row = page.locator('.queue-row').nth(14);
    const reference = await row.getAttribute('data-reference');
    await row.getByRole('link').click();
    await page.locator(`article[data-open-reference="${reference}"]`).waitFor();
    expect(await page.locator('.queue').isVisible()).toBe(false);
    for (const act of ['Call', 'Outcome', 'Note'])
      await page.getByRole('navigation', { name: 'Acts' }).getByRole('link', { name: act, exact: true }).waitFor();
    await page.getByRole('article').getByRole('link', { name: 'Queue' }).click();
    const back = page.locator(`.queue-row[data-reference="${reference}"]`);
    await back.waitFor();
    await expect.poll(async () => (await back.boundingBox())?.y ?? -1).toBeGreaterThanOrEqual(0);
    expect((await back.boundingBox())?.y).toBeLessThan(667);
    if (javaScriptEnabled) await expect.poll(() => back.locator('a:focus').count()).toBe(1);
  },
);

test('without scripts an attempt is recorded in three page loads, from the queue to the next claim', async () => {
  const page = await open('/desk', desk.handler, { ...wide, javaScriptEnabled: false });
  let loads = 0;
  page.on('response', (response) => {
    if (response.request().isNavigationRequest() && response.status() < 300) loads += 1;
  });
  const reference = await page.locator('.queue-row').nth(2).getAttribute('data-reference');
  await page.locator('.queue-row').nth(2).getByRole('link').click();
  await page.getByRole('button', { name: 'No answer' }).click();
  await page.getByText(/^No answer\. Next: try again /).waitFor();
  await page.getByRole('link', { name: 'Next claim' }).click();
  await page.locator(`article[data-open-reference]:not([data-open-reference="${reference}"])`).waitFor();
  expect(loads).toBeLessThanOrEqual(4);
});

test('the keys are listed by "?", and "/" searches all claims', async () => {
  const page = await open('/desk', desk.handler, wide);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  expect([...(await axeViolations(page)), ...(await axeViolationsDark(page))]).toEqual([]);
  await page.keyboard.press('j');
  await page.keyboard.press('Escape');
  expect(new URL(page.url()).pathname, 'keys do nothing in the dialog').toBe('/desk');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.keyboard.press('/');
  const field = page.getByLabel('Search all claims');
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type('person 3');
  expect(await field.inputValue()).toBe('person 3');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/desk/all?q=person+3');
  await page.locator('a.inbox-row-name').getByText('Person 3').waitFor();
});

test.each([
  ['/desk?list=new&q=x', '/desk/all?list=new&q=x'],
  ['/desk?page=1', '/desk/all?page=1'],
  ['/desk/queue?whose=own', '/desk?whose=own'],
])('the former address %s leads to %s', async (from, to) => {
  const { cookie } = desk.handler.browser.context();
  const response = await journey.product.request(from, { headers: { Cookie: cookie ?? '' } });
  expect([response.status, response.headers.location]).toEqual([302, to]);
});
