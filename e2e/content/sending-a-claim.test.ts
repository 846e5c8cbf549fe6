// Protects: sending a claim shows the specified notices and makes one claim.
import { expect, test } from 'vitest';
import { aoife, jeanLuc } from '#testing/fixtures/people.ts';
import { readStore } from '#testing/read-store.ts';
import { sampled } from '#testing/sampled.ts';
import { fill, formOf, readForm, submit } from '../harness/fill.ts';
import { setupJourney } from '../harness/journey.ts';

const journey = setupJourney();
const endpoint = '**/functions/v1/send-form-email';

test('while it is being sent the button is disabled, turns a spinner and says Submitting...', async () => {
  const page = await journey.visit('/make-a-claim');
  const held = Promise.withResolvers<void>();
  await page.route(endpoint, async (route) => {
    await held.promise;
    await route.continue();
  });
  await fill(page, aoife);
  const button = formOf(page).locator('button[type="submit"]');
  expect(await button.textContent()).toBe('Submit Claim');
  expect(await button.isEnabled()).toBe(true);

  await submit(page);
  await page.getByRole('button', { name: 'Submitting...', exact: true }).waitFor();
  expect(await button.isDisabled()).toBe(true);
  const turning = await button.evaluate((element) => element.getAnimations({ subtree: true }).length);
  expect(turning, 'animations in the button').toBeGreaterThan(0);
  expect(await page.getByText('Submission Successful').count()).toBe(0);

  held.resolve();
  await page.getByText('✅ Submission Successful!', { exact: true }).waitFor();
});

test('a success notice with the specified words appears, and the form is empty again', async () => {
  const page = await journey.visit('/make-a-claim');
  const untouched = await readForm(page);
  expect(untouched.reportedToPolice).toBe('no');
  await fill(page, { ...jeanLuc, email: 'jean-luc.again@example.org' });
  expect((await readForm(page)).reportedToPolice).toBe('yes');
  await submit(page);

  await page.getByText('✅ Submission Successful!', { exact: true }).waitFor();
  const words = 'Thank you! We have received your message and will be in touch shortly.';
  await page.getByText(words, { exact: true }).first().waitFor();
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('main [name="firstName"]')?.value === '');
  expect(await readForm(page)).toEqual(untouched);
});

test('the form can be sent again for another accident, as a claim of its own', async () => {
  const page = await journey.visit('/make-a-claim');
  for (const locationOfAccident of ['First place', 'Second place']) {
    await fill(page, { ...aoife, email: 'twice@example.com', locationOfAccident });
    const [response] = await Promise.all([page.waitForResponse(endpoint), submit(page)]);
    expect(response.status()).toBe(200);
    // Under the receipt the form is folded away.
    await page.locator('.fold:not([open])').waitFor();
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('main [name="firstName"]')?.value === '');
  }
  const rows = readStore(journey.product).submissions.filter(({ form_data }) => form_data.email === 'twice@example.com');
  expect(rows.map(({ form_data }) => form_data.locationOfAccident)).toEqual(['First place', 'Second place']);
});

test('two clicks in a row send one claim', async () => {
  const page = await journey.visit('/make-a-claim');
  await fill(page, { ...aoife, email: 'double@example.com' });
  await formOf(page).locator('button[type="submit"]').dblclick();
  await page.getByText('✅ Submission Successful!', { exact: true }).waitFor();
  const rows = readStore(journey.product).submissions.filter(({ form_data }) => form_data.email === 'double@example.com');
  expect(rows).toHaveLength(1);
});

test.each(
  sampled(
    [
      ['a required field left blank', { ...aoife, postcode: '' }, 'postcode'],
      ['a type of vehicle not chosen', { ...aoife, vehicleType: '' }, 'vehicleType'],
      ['consent not given', { ...aoife, consent: '' }, 'consent'],
      ['an address without an at sign', { ...aoife, email: 'aoife.example.com' }, 'email'],
    ],
    2,
  ),
)('the browser holds back %s and shows where', async (_, answers, field) => {
  const page = await journey.visit('/make-a-claim');
  const requests = watchPosts(page);
  await fill(page, answers);
  await submit(page);
  await page.waitForFunction((name) => document.activeElement?.getAttribute('name') === name, field);
  expect(await page.evaluate(() => document.activeElement?.matches(':invalid'))).toBe(true);
  expect(requests).toEqual([]);
});

test('the year takes digits only', async () => {
  const page = await journey.visit('/make-a-claim');
  await formOf(page).locator('[name="vehicleYear"]').pressSequentially('twenty20');
  expect((await readForm(page)).vehicleYear).not.toMatch(/[a-z]/);
});

test('someone@nowhere gives the Invalid Email notice and no request, and keeps what was typed', async () => {
  const page = await journey.visit('/make-a-claim');
  const requests = watchPosts(page);
  const answers = { ...aoife, email: 'someone@nowhere' };
  await fill(page, answers);
  await submit(page);
  await page.getByText('Invalid Email', { exact: true }).waitFor();
  await page.getByText('Please enter a valid email address.', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Submit Claim' }).waitFor();
  expect(await formOf(page).locator('button[type="submit"]').isEnabled()).toBe(true);
  expect(await readForm(page)).toEqual(answers);
  expect(requests).toEqual([]);
});

test('a name of one space is taken: there are no rules beyond the specified ones', async () => {
  const page = await journey.visit('/make-a-claim');
  await fill(page, { ...aoife, firstName: ' ', email: 'space@example.com' });
  await submit(page);
  await page.getByText('✅ Submission Successful!', { exact: true }).waitFor();
});

function watchPosts(page: Awaited<ReturnType<typeof journey.visit>>): string[] {
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') posts.push(`${request.method()} ${request.url()}`);
  });
  return posts;
}
