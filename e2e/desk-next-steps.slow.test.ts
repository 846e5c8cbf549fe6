// Protects: an act is shown at once and taken back where it is refused, keys are no letters, and two people do not call at once (`desk-work.test.ts` has the call by keys).
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { readStore, storeReader } from '#testing/read-store.ts';
import { ready } from './harness/browser.ts';
import { setupDeskJourney } from './harness/desk-setup.ts';

const desk = setupDeskJourney();
const { journey, send, open } = desk;

/** A line that is refused, with a time at its end. */
const tooLong = `${'He rang. '.repeat(226)}+2h`;

const nextStepOf = (id: string) => readStore(journey.product).submissions.find((row) => row.id === id);

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
  await page.getByLabel('What was said, and when next').fill(tooLong);
  await page.keyboard.press('Escape');
  await page.keyboard.press('2');
  await row.locator('.queue-row-due').getByText('No answer').waitFor();
  answer();
  await page.getByRole('alert').filter({ hasText: 'That has 2,000 characters at most.' }).waitFor();
  // The refusal is told just before the router has finished.
  await row.getByText('No answer').waitFor({ state: 'detached' });
  expect(nextStepOf(id)).toMatchObject({ attempt_count: 0, closed_at: null });
});

test.each([
  [
    'a double click',
    (page: Page) => page.getByRole('button', { name: 'Spoke to the claimant' }).click({ clickCount: 2, delay: 125 }),
  ],
  ['a key that is pressed twice', (page: Page) => page.keyboard.press('1').then(() => page.keyboard.press('1'))],
])('%s records a call with the claim on the screen, and nothing about the next one', async (_, press) => {
  const ids = [await send({ ...aoife, firstName: 'Twice' }), await send({ ...aoife, firstName: 'Next' })];
  const page = await open(`/desk/submissions/${ids[0]}`, desk.handler);
  const attempts = async () =>
    (await storeReader({ dataDir: journey.product.dataDir, databaseUrl: null }).all('select 1 from contact_attempts')).length;
  const before = await attempts();
  await press(page);
  await page.getByText(/^Spoke to the claimant\. Next: /).waitFor();
  const undo = page.locator('.last-act').getByRole('button', { name: 'Undo' });
  expect((await undo.boundingBox())?.width).toBeGreaterThan((await undo.boundingBox())?.height ?? 0);
  await page.keyboard.press('2');
  await page.getByRole('button', { name: 'Left a message' }).click({ force: true });
  await page.locator('.acts-buttons [aria-disabled]').first().waitFor({ state: 'detached' });
  expect((await attempts()) - before).toBe(1);
  await undo.click();
  await page.getByText(/^Taken back\./).waitFor();
  expect(nextStepOf(ids[0] ?? '')).toMatchObject({ attempt_count: 0 });
});

test('a letter that is typed into a field is no key, and a refused attempt keeps its line', async () => {
  const id = await send(aoife);
  const page = await open(`/desk/submissions/${id}`, desk.handler, { expected: /status of 422/ });
  await page.getByLabel('Add a note').fill('');
  await page.getByLabel('Add a note').pressSequentially('126 cars');
  expect(await page.getByLabel('Add a note').inputValue()).toBe('126 cars');
  const line = page.getByLabel('What was said, and when next');
  await line.fill(tooLong);
  await page.getByRole('button', { name: 'No answer' }).click();
  await page.getByRole('alert').filter({ hasText: 'That has 2,000 characters at most.' }).waitFor();
  expect(await line.inputValue()).toBe(tooLong);
  await page.reload();
  await expect.poll(() => line.inputValue(), { message: 'the line is kept like a note' }).toBe(tooLong);
  await page
    .locator('#line-hint')
    .getByText(/^Next: .*\.$/)
    .waitFor();

  await page.goto(`${journey.product.url}/desk/account`);
  await page.getByLabel('Letters and numbers by themselves are keys').uncheck();
  await page.goto(`${journey.product.url}/desk/submissions/${id}`);
  await ready(page);
  await page.keyboard.press('2');
  await line.fill('+2h');
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
