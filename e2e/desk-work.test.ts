// Protects: the work on claims, from the call to closing, is done and undone by keys, and what was arranged comes back in the queue.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { bo, lukasz } from '#testing/fixtures/people.ts';
import { readStore } from '#testing/read-store.ts';
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

test('by keys, without a page load: a call, when to call back, no answer, undo, assigned, noted and closed; each act opens the next claim', async () => {
  const [spoken, silent] = [await send(bo), await send(lukasz)];
  const page = await open('/desk', desk.handler);
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  let keys = 0;
  const press = (key: string) => {
    keys += 1;
    return pressOnceReady(key);
  };
  // For a moment after the claim has changed nothing acts.
  const pressOnceReady = async (key: string) => {
    await page.locator('.acts-buttons [aria-disabled]').first().waitFor({ state: 'detached' });
    await page.keyboard.press(key);
  };
  await page.keyboard.press('j');
  await claimOf(page, fullName(bo)).waitFor();
  await press('o');
  await page.keyboard.type('Wants a van t10');
  await page.getByText(/^Next: .*10:00\.$/).waitFor();
  await press('Enter');
  await page.getByText(/^Spoke to the claimant\. Next: call back .*10:00/).waitFor();
  expect(keys, 'keys besides the text').toBe(2);
  expect(nextStepOf(spoken)).toMatchObject({ next_kind: 'call back', next_by: desk.handler.staff.id, attempt_count: 1 });
  await expect.poll(() => focused(page)).toMatch(new RegExp(`^H1 ${fullName(lukasz)}: .+`));
  expect(await page.getByLabel('What was said, and when next').inputValue()).toBe('');

  await press('2');
  expect(keys).toBe(3);
  await page.getByText(/^No answer\. Next: try again /).waitFor();
  expect(nextStepOf(silent)).toMatchObject({ next_kind: 'try again', attempt_count: 1, contacted_at: null });
  await pressOnceReady('u');
  await page.getByText(/^Taken back\. Next: first call/).waitFor();
  expect(nextStepOf(silent)).toMatchObject({ next_kind: 'first call', attempt_count: 0 });

  await expect.poll(() => namesIn(page, 'Later')).toEqual([fullName(bo)]);
  // By a key, because for half a second after the order has changed a press by the mouse is of the row that was there.
  await page.getByRole('link', { name: fullName(bo) }).press('Enter');
  await page.locator('.timeline .attempt').getByText('Wants a van t10').waitFor();
  await page.keyboard.press('k');
  await claimOf(page, fullName(lukasz)).waitFor();

  await page.keyboard.press('a');
  await page.keyboard.type('G');
  await page.keyboard.press('Tab');
  await page.keyboard.type('She asked for you.');
  await pressOnceReady('Enter');
  await page.getByText('Assigned to Grace Boateng.', { exact: true }).waitFor();
  await page.locator('.note').getByText('She asked for you.').waitFor();
  await page.getByLabel('Add a note').fill('At the garage.\n<b>Call after six.</b>');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByText('Note added.').waitFor();
  await page.locator('.note').getByText('<b>Call after six.</b>').waitFor();
  await page.getByRole('button', { name: 'Remove this note' }).first().click();
  await page.getByText('Note removed.').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => page.locator('.note').count()).toBe(2);
  // What is typed after 5 goes into the line, and none of its letters is a key.
  await page.keyboard.press('5');
  await page.keyboard.type('Your own insurer repairs it.');
  expect(await page.getByLabel('Why, in one line that the claimant reads').inputValue()).toBe('Your own insurer repairs it.');
  await page.getByRole('button', { name: /^Close: finished/ }).click();
  await page.getByText('Closed.', { exact: true }).waitFor();
  expect(nextStepOf(silent)).toMatchObject({ closed_at: expect.any(Number), assigned_to: desk.owner.staff.id });
  expect(await page.locator('.history li').first().textContent()).toMatch(/, closed/);
  expect(loads).toBe(0);

  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('main').getByText(`${site.brand} desk`, { exact: true }).isVisible(), 'the brand on paper').toBe(
    true,
  );
  expect(await page.locator('.desk-header').isVisible()).toBe(false);
});
