// Protects: a call, how it ended and what is next are one act by keyboard, and what was arranged comes back in the queue.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aoife, bo, lukasz } from '#testing/fixtures/people.ts';
import { readStore } from '#testing/read-store.ts';
import { ready } from './harness/browser.ts';
import { setupDeskJourney } from './harness/desk-setup.ts';

const desk = setupDeskJourney();
const { journey, send, open } = desk;

const fullName = ({ firstName, lastName }: Record<string, string>) => `${firstName} ${lastName}`;

/** The names in a band of the queue. */
const namesIn = (page: Page, band: string) =>
  page.getByRole('list', { name: band }).locator('a.queue-row-name').allTextContents();

const nextStepOf = (id: string) => readStore(journey.product).submissions.find((row) => row.id === id);

const claimOf = (page: Page, name: string) => page.getByRole('article').getByRole('heading', { level: 1, name });

/** The text of what has the focus, and its description, which a screen reader says with it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    const description = document.getElementById(activeElement?.getAttribute('aria-describedby') ?? '')?.textContent;
    return `${activeElement?.tagName} ${activeElement?.textContent}: ${description ?? ''}`;
  });

test('by keyboard, without a page load: spoke and call back tomorrow at ten, no answer, and undo; each act opens the next claim', async () => {
  const [spoken, silent] = [await send(bo), await send(lukasz)];
  const page = await open('/desk', desk.handler);
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  let keys = 0;
  const press = (key: string) => {
    keys += 1;
    return page.keyboard.press(key);
  };
  await page.keyboard.press('j');
  await claimOf(page, fullName(bo)).waitFor();
  await press('o');
  await page.keyboard.type('Wants a van t10');
  await page.getByText(/^Next: .*10:00\.$/).waitFor();
  await press('Enter');
  await page.getByText(/^Spoke\. Next: call back .*10:00/).waitFor();
  expect(keys, 'keys besides the text').toBe(2);
  expect(nextStepOf(spoken)).toMatchObject({ next_kind: 'call back', next_by: desk.handler.staff.id, attempt_count: 1 });
  await expect.poll(() => focused(page)).toMatch(new RegExp(`^H1 ${fullName(lukasz)}: .+`));
  expect(await page.getByLabel('What was said, and when next').inputValue()).toBe('');

  await press('2');
  expect(keys).toBe(3);
  await page.getByText(/^No answer\. Next: try again /).waitFor();
  expect(nextStepOf(silent)).toMatchObject({ next_kind: 'try again', attempt_count: 1, contacted_at: null });
  await page.keyboard.press('u');
  await page.getByText(/^Taken back\. Next: first call/).waitFor();
  expect(nextStepOf(silent)).toMatchObject({ next_kind: 'first call', attempt_count: 0 });

  await expect.poll(() => namesIn(page, 'Later')).toEqual([fullName(bo)]);
  await page.getByRole('link', { name: fullName(bo) }).click();
  await page.locator('.timeline .attempt').getByText('Wants a van').waitFor();
  await page.keyboard.press('k');
  await claimOf(page, fullName(lukasz)).waitFor();
  expect(loads).toBe(0);
});

test('an act is shown before the server has answered, and no longer where it was refused', async () => {
  const id = await send({ ...aoife, firstName: 'Róisín' });
  const page = await open(`/desk/submissions/${id}`, desk.handler, { expected: /status of 422/ });
  const row = page.locator('.queue-row[data-open]');
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/desk/submissions/*.data**', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await page.keyboard.press('5');
  await row.locator('.queue-row-due').getByText('Not for us').waitFor();
  answer();
  await page.getByRole('alert').filter({ hasText: 'Say why it is not for us.' }).waitFor();
  // The refusal is told just before the router has finished.
  await row.getByText('Not for us').waitFor({ state: 'detached' });
  expect(nextStepOf(id)).toMatchObject({ attempt_count: 0, closed_at: null });
});

test('a letter that is typed into a field is no key, and a refused attempt keeps its line', async () => {
  const id = await send(aoife);
  const page = await open(`/desk/submissions/${id}`, desk.handler, { expected: /status of 422/ });
  await page.getByLabel('Add a note').fill('');
  await page.getByLabel('Add a note').pressSequentially('126 cars');
  expect(await page.getByLabel('Add a note').inputValue()).toBe('126 cars');
  const line = page.getByLabel('What was said, and when next');
  await line.fill('+2h');
  await page.getByRole('button', { name: 'Not for us' }).click();
  await page.getByRole('alert').filter({ hasText: 'Say why it is not for us.' }).waitFor();
  expect(await line.inputValue()).toBe('+2h');
  await page.reload();
  await expect.poll(() => line.inputValue(), { message: 'the line is kept like a note' }).toBe('+2h');
  await page
    .locator('#line-hint')
    .getByText(/^Next: .*\.$/)
    .waitFor();

  await page.goto(`${journey.product.url}/desk/account`);
  await page.getByLabel('Letters and numbers by themselves are keys').uncheck();
  await page.goto(`${journey.product.url}/desk/submissions/${id}`);
  await ready(page);
  await page.keyboard.press('2');
  await page.getByRole('button', { name: 'Left a message' }).click();
  await page.getByText(/^Left a message\. Next: try again /).waitFor();
  expect(nextStepOf(id)).toMatchObject({ attempt_count: 1, closed_at: null });
});

test('who calls second is told who is calling, before it rings', async () => {
  const id = await send({ ...aoife, firstName: 'Orla' });
  const [mine, theirs] = [
    await open(`/desk/submissions/${id}`, desk.handler, { expected: /status of 422|ERR_UNKNOWN_URL_SCHEME|tel:/ }),
    await open(`/desk/submissions/${id}`, desk.owner, { expected: /status of 422|ERR_UNKNOWN_URL_SCHEME|tel:/ }),
  ];
  await mine.getByRole('link', { name: /^Call 07/ }).click();
  await expect.poll(() => nextStepOf(id)).toMatchObject({ calling_by: desk.handler.staff.id });
  await theirs.getByRole('link', { name: /^Call 07/ }).click();
  await theirs.getByRole('alert').filter({ hasText: 'began to call' }).waitFor();
  expect(await theirs.getByRole('link', { name: 'Call all the same' }).getAttribute('href')).toMatch(/^tel:/);
});
