// Protects: a claim is sent, and refused with its reasons, without JavaScript.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { claim } from '#forms/claim.ts';
import { serviceBoxes } from '#forms/claim-options.ts';
import { fieldsOf } from '#forms/form.ts';
import { aoife, jeanLuc, mallory, xiaoming } from '#testing/fixtures/people.ts';
import { formPost } from '#testing/http.ts';
import { readStore } from '#testing/read-store.ts';
import { fill, formOf, readForm, submit } from '../harness/fill.ts';
import { setupJourney } from '../harness/journey.ts';

const journey = setupJourney();
const off = { javaScriptEnabled: false };

test.each([
  ['in Chinese and emoji', xiaoming],
  ['with blank fields', jeanLuc],
  ['with markup and line breaks', mallory],
])('a claim %s is sent, and the page comes back with the success notice', async (_, answers) => {
  const page = await journey.visit('/make-a-claim', off);
  await fillByHand(page, answers);
  const [response] = await Promise.all([page.waitForResponse(isPost), submit(page)]);
  expect(response.status()).toBe(200);
  await page.getByText('✅ Submission Successful!', { exact: true }).waitFor();
  await page.getByText('Thank you! We have received your message and will be in touch shortly.', { exact: true }).waitFor();
  const received = await journey.mailbox.waitForEmail((one) => one.replyTo?.[0]?.address === answers.email);
  const row = readStore(journey.product).submissions.find(({ form_data }) => form_data.email === answers.email);
  // These are the same bytes as when scripts send the form.
  expect(row?.form_data).toEqual(answers);
  expect(received.text).toContain(row?.reference);
});

test('An invalid email address returns status 422, a summary, the error beside its field and every value', async () => {
  const page = await journey.visit('/make-a-claim', { ...off, expected: /status of 422/ });
  const boxes = Object.fromEntries(serviceBoxes.map(({ name }) => [name, 'yes']));
  const answers = { ...mallory, ...boxes, email: 'someone@nowhere', reportedToPolice: 'yes' };
  await fillByHand(page, answers);
  const [response] = await Promise.all([page.waitForResponse(isPost), submit(page)]);
  expect(response.status()).toBe(422);

  const summary = page.getByRole('alert');
  expect(await summary.getByRole('heading').textContent()).toBe('Invalid Email');
  // The summary is at the top of the page, and the rest may still be coming.
  await page.waitForLoadState();
  const link = summary.getByRole('link', { name: 'Please enter a valid email address.' });
  const email = page.locator('main [name="email"]');
  expect(await link.getAttribute('href')).toBe(`#${await email.getAttribute('id')}`);
  expect(await email.getAttribute('aria-invalid')).toBe('true');
  expect(await describing(page, 'email')).toContain('Please enter a valid email address.');
  expect(await readForm(page)).toEqual(answers);

  await email.fill('mallory.corrected@example.com');
  await submit(page);
  await page.getByText('✅ Submission Successful!', { exact: true }).waitFor();
  const rows = readStore(journey.product).submissions.filter(
    ({ form_data }) => form_data.email === 'mallory.corrected@example.com',
  );
  expect(rows.map(({ form_data }) => form_data)).toEqual([{ ...answers, email: 'mallory.corrected@example.com' }]);
});

test('every required field left out is named, in the form and in the summary', async () => {
  const response = await journey.product.request('/make-a-claim', formPost({ firstName: 'Ola' }));
  expect(response.status).toBe(422);
  expect(response.headers['content-type']).toMatch(/text\/html/);
  const page = await journey.newPage(off);
  await page.setContent(response.text);
  const marked = await page
    .locator('main [aria-invalid="true"]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('name')));
  const required = fieldsOf(claim).flatMap((field) => (field.required ? [field.name] : []));
  expect(marked).toEqual(required.filter((name) => name !== 'firstName'));
  expect(await page.getByRole('alert').getByRole('listitem').count()).toBe(marked.length);
  for (const name of marked) expect(await describing(page, name ?? ''), String(name)).toMatch(/Error:/);
  expect(await page.locator('main [name="firstName"]').inputValue()).toBe('Ola');
});

test('the browser holds back a form that is not complete', async () => {
  const page = await journey.visit('/make-a-claim', off);
  await fill(page, { ...aoife, consent: '' });
  await submit(page);
  expect(await formOf(page).evaluate((form) => (form as HTMLFormElement).matches(':invalid'))).toBe(true);
  expect(new URL(page.url()).search).toBe('');
  expect(await page.getByText('Submission Successful').count()).toBe(0);
});

/** Fills in the form. Playwright does so with its own scripts, which run although the page's do not. */
async function fillByHand(page: Page, answers: Record<string, string>): Promise<void> {
  await fill(page, answers);
  expect(await readForm(page)).toEqual(answers);
}

/** The description that a screen reader adds to a field. */
function describing(page: Page, name: string): Promise<string> {
  return page.locator(`main [name="${name}"]`).evaluate((field) =>
    (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );
}

function isPost(response: { request(): { method(): string } }): boolean {
  return response.request().method() === 'POST';
}
