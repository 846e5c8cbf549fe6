import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { readStore } from '#testing/read-store.ts';
import { pageShown, ready } from './harness/browser.ts';
import { fill, readForm, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';
import { ownAnswer } from './harness/waiting.ts';

/** The response to a form arrives while its page is not shown. */
const journey = setupJourney();
const endpoint = '**/functions/v1/send-form-email';
const restored = 'We kept what you typed earlier on this device. Carry on where you stopped.';
const success = '✅ Submission Successful!';

test('the notice is shown where the visitor is, and the form page has the receipt and an empty form', async () => {
  const page = await journey.visit('/make-a-claim');
  const untouched = await readForm(page);
  const { respond } = await holdResponse(page);
  await fill(page, { ...aoife, lastName: 'Left' });
  await submit(page);
  await page.getByRole('button', { name: 'Submitting...' }).waitFor();
  await goTo(page, 'FAQ', '/faq');
  respond();
  await page.getByText(success, { exact: true }).waitFor();

  await goTo(page, 'Make a Claim', '/make-a-claim');
  const [row, ...others] = stored('Left');
  expect(others).toEqual([]);
  expect(await referenceOn(page)).toBe(row?.reference);
  expect(await readForm(page)).toEqual(untouched);
  expect(await page.locator('form.lead-form :user-invalid').count()).toBe(0);
  // The heading of the page that was opened has the focus, not the receipt of before.
  await page.waitForFunction(() => document.activeElement?.matches('main h1'));

  await page.reload();
  await ready(page);
  expect(await readForm(page)).toEqual(untouched);
  expect(await page.getByText(restored).count()).toBe(0);
  expect(await referenceOn(page)).toBe(row?.reference);
});

test('opened again before the response the form is still being sent, and then becomes the receipt', async () => {
  const page = await journey.visit('/make-a-claim');
  const untouched = await readForm(page);
  const { respond } = await holdResponse(page);
  await fill(page, { ...aoife, lastName: 'Left and back' });
  await submit(page);
  await page.getByRole('button', { name: 'Submitting...' }).waitFor();
  await goTo(page, 'FAQ', '/faq');
  await goTo(page, 'Make a Claim', '/make-a-claim');
  const button = page.getByRole('button', { name: 'Submitting...' });
  await button.waitFor();
  expect(await button.isDisabled()).toBe(true);
  expect((await readForm(page)).lastName).toBe('Left and back');
  respond();
  await page.getByText(success, { exact: true }).waitFor();
  expect(await referenceOn(page)).toBe(stored('Left and back')[0]?.reference);
  expect(await readForm(page)).toEqual(untouched);
  expect(await page.locator('form.lead-form :user-invalid').count()).toBe(0);
  expect(stored('Left and back')).toHaveLength(1);
});

test('when it fails the notice says so, and the form page has the answers, the reason and a button that sends them', async () => {
  const page = await journey.visit('/make-a-claim', { expected: /status of 503/ });
  const answers = { ...aoife, lastName: 'Left and failed' };
  const message = 'We could not save your message just now.';
  const { respond } = await holdResponse(page, ownAnswer(503, { message }));
  await fill(page, answers);
  await submit(page);
  await page.getByRole('button', { name: 'Submitting...' }).waitFor();
  await goTo(page, 'FAQ', '/faq');
  respond();
  await page.getByText('Uh oh! Something went wrong.', { exact: true }).waitFor();
  await goTo(page, 'Make a Claim', '/make-a-claim');
  expect(await page.locator('.lead-form .callout-danger').textContent()).toContain(message);
  expect(await readForm(page)).toEqual(answers);
  await page.unroute(endpoint);
  await submit(page);
  await page.locator('.receipt').waitFor();
  expect(stored('Left and failed')).toHaveLength(1);
});

test('a reload while it is being sent offers the answers again, and sending them again makes no second claim', async () => {
  const page = await journey.visit('/make-a-claim', { expected: /ERR_FAILED|ERR_ABORTED/ });
  const answers = { ...aoife, lastName: 'Reloaded' };
  const { stored: reached } = await holdResponse(page);
  await fill(page, answers);
  await submit(page);
  await reached;
  await page.reload();
  await ready(page);
  await page.unroute(endpoint);
  expect(await readForm(page)).toEqual(answers);
  await submit(page);
  await page.locator('.receipt').waitFor();
  expect(stored('Reloaded').map(({ reference }) => reference)).toEqual([await referenceOn(page)]);
});

test('a second form is not mixed up with the one that was left', async () => {
  const page = await journey.visit('/make-a-claim');
  const { respond } = await holdResponse(page);
  await fill(page, { ...aoife, lastName: 'Two forms' });
  await submit(page);
  await page.getByRole('button', { name: 'Submitting...' }).waitFor();
  await page.locator('.site-header').getByRole('link', { name: 'Contact Us' }).first().click();
  await page.waitForURL('**/contact');
  await page.getByRole('heading', { level: 2, name: 'Send Us a Message' }).waitFor();
  const typed = { name: 'Mo', email: 'mo@example.com', phone: '', subject: 'Hello', message: 'A question' };
  await fill(page, typed);
  respond();
  await page.getByText(success, { exact: true }).waitFor();
  expect(await readForm(page)).toEqual(typed);
  expect(await page.locator('.receipt').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Send Message' }).isEnabled()).toBe(true);
});

/** Passes each request on at once and holds its response until `respond`. */
async function holdResponse(page: Page, instead?: ReturnType<typeof ownAnswer>) {
  const { promise, resolve: respond } = Promise.withResolvers<void>();
  const { promise: stored, resolve: reached } = Promise.withResolvers<void>();
  await page.route(endpoint, async (route) => {
    const response = instead ? null : await route.fetch();
    reached();
    await promise;
    await route.fulfill(response ? { response } : instead).catch(() => {});
  });
  return { respond, stored };
}

async function goTo(page: Page, name: string, path: string): Promise<void> {
  await page.locator('.site-footer').getByRole('link', { name, exact: true }).click();
  await pageShown(page, path);
}

async function referenceOn(page: Page): Promise<string> {
  return (await page.locator('.receipt-reference').textContent()) ?? '';
}

function stored(lastName: string) {
  return readStore(journey.product).submissions.filter(({ form_data }) => form_data.lastName === lastName);
}
