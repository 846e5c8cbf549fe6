// Protects: the browser's own marks of wrong fields go with the answers that they were about.
import { expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { type Answers, fill, formOf, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';

const journey = setupJourney();

test.each<[string, Answers, string]>([
  ['/make-a-claim', aoife, 'additionalInfo'],
  ['/contact', { name: 'Mo', email: 'mo@example.com', phone: '07700 900123', subject: 'Hire', message: '' }, 'message'],
  ['/roadside', { name: 'Mo', phone: '07700 900123', locationOfAccident: 'M6', consent: 'yes' }, 'descriptionOfAccident'],
])('%s: once it is sent or cleared, no field of the empty form is marked as wrong', async (path, answers, free) => {
  const page = await journey.visit(path);
  const marked = formOf(page).locator(':is(input, select, textarea):is(:user-invalid, [aria-invalid])');
  const receipt = page.locator('.receipt');
  const hasFocus = () => receipt.evaluate((element) => element === document.activeElement);
  await submit(page);
  expect(await marked.count()).toBeGreaterThan(0);

  await fill(page, { ...answers, [free]: 'The first of two.' });
  await page.getByRole('button', { name: 'Clear this form' }).click();
  await page.getByText('The form is cleared.').waitFor();
  expect(await marked.count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await marked.count()).toBe(0);
  await submit(page);
  await receipt.waitFor();
  await expect.poll(hasFocus).toBe(true);
  expect(await marked.count()).toBe(0);

  // What is left blank in the next form is marked as before.
  await submit(page);
  expect(await marked.count()).toBeGreaterThan(0);
  await fill(page, { ...answers, [free]: 'The second of two.' });
  await formOf(page).locator('[name="phone"]').press('Enter');
  await expect.poll(hasFocus).toBe(true);
  expect(await marked.count()).toBe(0);
});
