// Protects: a refused form says what is wrong where it is wrong, and keeps what was typed.
import { expect, test } from 'vitest';
import { notices, refusals } from '#forms/errors.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { sampleMessages, samplePartners } from '#testing/fixtures/submissions.ts';
import { isSample, sampled } from '#testing/sampled.ts';
import { ready } from './harness/browser.ts';
import { type Answers, fill, formOf, readForm, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';
import { ownAnswer, panelOf } from './harness/waiting.ts';

const journey = setupJourney();

/** Switches the browser's own validation off, so that invalid answers reach the server. */
const release = (form: Element) => {
  (form as HTMLFormElement).noValidate = true;
};

test('With JavaScript the fields refused by the server are listed, linked, marked and counted in the title', async () => {
  const page = await journey.visit('/make-a-claim', { expected: /422/ });
  await fill(page, { ...aoife, firstName: '', vehicleMake: '' });
  await formOf(page).evaluate(release);
  await submit(page);

  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await summary.waitFor();
  await expect.poll(() => summary.evaluate((element) => element === document.activeElement)).toBe(true);
  await expect.poll(() => page.title()).toMatch(/^Error: /);
  await summary.getByRole('link', { name: 'Enter the make.' }).click();
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('vehicleMake');
  const first = page.locator('[name="firstName"]');
  expect(await first.getAttribute('aria-invalid')).toBe('true');
  const described = (await first.getAttribute('aria-describedby')) ?? '';
  const words = await Promise.all(described.split(' ').map((id) => page.locator(`#${id}`).textContent()));
  expect(words.join(' ')).toContain('Enter your first name.');
  expect((await readForm(page)).lastName).toBe(aoife.lastName);

  await first.fill('Aoife');
  await page.locator('[name="vehicleMake"]').fill('Kia');
  await submit(page);
  await page.locator('.receipt').waitFor();
  await expect.poll(() => page.title()).not.toMatch(/^Error: /);
});

test.each(
  sampled([
    ['/make-a-claim', aoife],
    ['/contact', sampleMessages[0].data],
    ['/partners', samplePartners[0].data],
  ]),
)('Without JavaScript a malformed email has the same notice, and the title starts with the error: %s', async (path, answers) => {
  const page = await journey.visit(path, { javaScriptEnabled: false, expected: /422/ });
  await fill(page, { ...answers, email: 'mo@nowhere' });
  await submit(page);
  const notice = page.getByRole('alert');
  await notice.getByRole('heading', { name: notices.invalidEmail.title, exact: true }).waitFor();
  await notice.getByRole('link', { name: notices.invalidEmail.description, exact: true }).waitFor();
  expect(await page.title()).toMatch(/^Error: /);
  expect(await readForm(page)).toEqual({ ...answers, email: 'mo@nowhere' });
});

test('an unlikely date or year gets a warning, and is sent all the same', async () => {
  const page = await journey.visit('/make-a-claim');
  await fill(page, { ...aoife, dateOfAccident: '2091-01-01', vehicleYear: '1492', additionalInfo: 'unlikely' });
  await page.locator('[name="vehicleYear"]').blur();
  await page.getByText('That date is in the future. Please check it; if it is right, carry on.').waitFor();
  await page.getByText('That is an unusual year for a vehicle. Please check it; if it is right, carry on.').waitFor();
  await submit(page);
  await page.locator('.receipt').waitFor();
});

test.skipIf(isSample)(
  'warnings leave with the answers they were about: once it is sent, and when the form is cleared',
  async () => {
    const page = await journey.visit('/make-a-claim');
    const warnings = page.locator('form.lead-form .field-warning:not(:empty)');
    const unlikely = { ...aoife, dateOfAccident: '2091-01-01', vehicleYear: '1492', additionalInfo: 'warned' };
    await fill(page, unlikely);
    await expect.poll(() => warnings.count()).toBe(2);
    await page.getByRole('button', { name: 'Clear this form' }).click();
    await expect.poll(() => warnings.count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => warnings.count()).toBe(2);
    await page.reload();
    await ready(page);
    await expect.poll(() => warnings.count()).toBe(2);
    await submit(page);
    await page.locator('.receipt').waitFor();
    await expect.poll(() => warnings.count()).toBe(0);
  },
);

test.each<[string, Answers, string]>(
  sampled([
    ['/make-a-claim', aoife, 'additionalInfo'],
    ['/contact', { name: 'Mo', email: 'mo@example.com', phone: '07700 900123', subject: 'Hire', message: '' }, 'message'],
    ['/roadside', { name: 'Mo', phone: '07700 900123', locationOfAccident: 'M6', consent: 'yes' }, 'descriptionOfAccident'],
  ]),
)('%s: once it is sent or cleared, no field of the empty form is marked as wrong', async (path, answers, free) => {
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

test('after the Invalid Email notice the field is marked, says why and has the focus, and a correction is sent', async () => {
  const page = await journey.visit('/make-a-claim');
  await fill(page, { ...aoife, email: 'someone@nowhere' });
  await submit(page);
  await page.getByText('Invalid Email', { exact: true }).waitFor();
  const email = page.locator('main [name="email"]');
  expect(await email.getAttribute('aria-invalid')).toBe('true');
  const described = (await email.getAttribute('aria-describedby')) ?? '';
  const message = await Promise.all(described.split(' ').map((id) => page.locator(`[id="${id}"]`).textContent()));
  expect(message.join(' ')).toContain('Please enter a valid email address.');
  await expect.poll(() => email.evaluate((element) => element === document.activeElement)).toBe(true);

  await email.fill('somebody@example.com');
  await submit(page);
  await page.locator('.receipt').waitFor();
  expect(await email.getAttribute('aria-invalid')).toBeNull();
  expect(await page.locator('.field-error').count()).toBe(0);
});

test("what the server refuses stays beside the button after the notice, in the server's own words", async () => {
  const page = await journey.visit('/contact', { expected: /status of 413/ });
  const message = refusals.tooLong;
  await page.route('**/functions/v1/send-form-email', (route) => route.fulfill(ownAnswer(413, { message })));
  const typed = { name: 'Mo', email: 'mo@example.com', phone: '', subject: 'Long', message: 'A long story' };
  await fill(page, typed);
  await submit(page);
  await page.locator('.lead-form .callout-danger').getByText(message).waitFor();
  expect(await page.locator('.lead-form .callout-danger').textContent()).toContain('Your answers are still here');
  expect(await readForm(page)).toEqual(typed);
});

test.skipIf(isSample)('a draft that was restored shows its sections complete, and a sent form none', async () => {
  const page = await journey.visit('/make-a-claim');
  const complete = page.getByRole('navigation', { name: 'Sections of this form' }).getByText(', complete');
  await fill(page, { ...aoife, additionalInfo: 'progress' });
  await page.reload();
  await ready(page);
  await expect.poll(() => complete.count()).toBe(6);
  await submit(page);
  await page.locator('.receipt').waitFor();
  await expect.poll(() => complete.count()).toBe(0);
});

test('while it is being sent the form cannot be cleared', async () => {
  const page = await journey.visit('/make-a-claim');
  const held = Promise.withResolvers<void>();
  await page.route('**/functions/v1/send-form-email', async (route) => {
    await held.promise;
    await route.continue();
  });
  const answers = { ...aoife, additionalInfo: 'not cleared' };
  await fill(page, answers);
  await submit(page);
  await page.getByRole('button', { name: 'Submitting...' }).waitFor();
  expect(await page.getByRole('button', { name: 'Clear this form' }).isDisabled()).toBe(true);
  await formOf(page).evaluate((form) => (form as HTMLFormElement).reset());
  expect(await readForm(page)).toEqual(answers);
  held.resolve();
  await page.locator('.receipt').waitFor();
});

test.skipIf(isSample)('what was changed while the form was being sent can be brought back after it was reset', async () => {
  const page = await journey.visit('/make-a-claim');
  const held = Promise.withResolvers<void>();
  await page.route('**/functions/v1/send-form-email', async (route) => {
    await held.promise;
    await route.continue();
  });
  const answers = { ...aoife, additionalInfo: 'sent' };
  await fill(page, answers);
  await submit(page);
  await page.getByRole('button', { name: 'Submitting...' }).waitFor();
  await page.locator('[name="additionalInfo"]').fill('sent, and a second thought');
  held.resolve();
  await page.locator('.receipt').waitFor();
  expect((await readForm(page)).additionalInfo).toBe('');
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await readForm(page)).toEqual({ ...answers, additionalInfo: 'sent, and a second thought' });
});

test('the six sections show where one is and what is complete', async () => {
  const page = await journey.visit('/make-a-claim');
  const sections = page.getByRole('navigation', { name: 'Sections of this form' }).getByRole('link');
  expect(await sections.count()).toBe(6);
  const { firstName, lastName, email, phone, address, postcode } = aoife;
  await fill(page, { firstName, lastName, email, phone, address, postcode } as Record<string, string>);
  await page.locator('[name="locationOfAccident"]').focus();
  await expect.poll(() => sections.nth(0).textContent()).toContain('complete');
  await expect.poll(() => sections.nth(1).getAttribute('aria-current')).toBe('step');
  expect(await sections.nth(1).textContent()).not.toContain('complete');
});

test('Going offline and coming back is announced once, politely', async () => {
  const page = await journey.visitWithStoppedClock('/make-a-claim');
  await page.context().setOffline(true);
  await page.getByText('You are offline. What you have typed stays here.').waitFor();
  await page.context().setOffline(false);
  await page.getByText('You are back online.').waitFor();
});

test('A request without a response after twenty seconds fails, and the form keeps its values', async () => {
  const page = await journey.visitWithStoppedClock('/contact');
  const sent = page.waitForRequest('**/functions/v1/send-form-email');
  await page.route('**/functions/v1/send-form-email', () => {});
  const typed = { name: 'Owain ap Rhys', email: 'owain@example.org', phone: '', subject: 'Slow', message: 'Still there?' };
  await fill(page, typed);
  await submit(page);
  await page.getByRole('button', { name: 'Sending...' }).waitFor();
  await sent;
  await page.clock.runFor(20_500);
  await panelOf(page).waitFor();
  expect(await readForm(page)).toEqual(typed);
});
