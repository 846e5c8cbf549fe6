// Protects: a claim comes from a phone to the desk, with and without JavaScript, as it was typed and once.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { serviceBoxes } from '#forms/claim-options.ts';
import { aoife, mallory, xiaoming } from '#testing/fixtures/people.ts';
import { readStore } from '#testing/read-store.ts';
import { setupDeskJourney } from '../harness/desk-setup.ts';
import { type Answers, fill, formOf, readForm, submit } from '../harness/fill.ts';
import { parseHtml, textOf } from '../harness/html.ts';

/** What each kind of person types, and what becomes of it, is asked without a browser: a-claim-reaches-the-team.test.ts. */
const desk = setupDeskJourney(null);
const { journey } = desk;
const onPhone: Answers = { ...aoife, email: 'from-a-phone@example.com' };
const withoutScripts: Answers = { ...xiaoming, email: 'without-scripts@example.com' };
const endpoint = '**/functions/v1/send-form-email';
// Otherwise the page still scrolls to a field that is wrong while the button is pressed again.
const phone = { viewport: { width: 375, height: 740 }, hasTouch: true, reducedMotion: 'reduce' } as const;

test('with scripts: what is wrong is held back, a double tap sends one claim, the form is empty again, and another accident is a claim of its own', async () => {
  const page = await journey.visit('/make-a-claim', phone);
  const posts: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && posts.push(request.url()));
  const untouched = await readForm(page);
  for (const [wrong, field] of [
    [{ ...onPhone, postcode: '' }, 'postcode'],
    [{ ...onPhone, email: 'aoife.example.com' }, 'email'],
  ] as const) {
    await fill(page, wrong);
    await submit(page);
    await page.waitForFunction((name) => document.activeElement?.matches(`[name="${name}"]:invalid`), field);
  }
  await formOf(page).locator('[name="vehicleYear"]').fill('');
  await formOf(page).locator('[name="vehicleYear"]').pressSequentially('twenty20');
  expect((await readForm(page)).vehicleYear).not.toMatch(/[a-z]/);
  await fill(page, { ...onPhone, email: 'someone@nowhere' });
  await submit(page);
  await page.getByText('Invalid Email', { exact: true }).waitFor();
  expect(await readForm(page)).toEqual({ ...onPhone, email: 'someone@nowhere' });
  expect(posts).toEqual([]);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const held = Promise.withResolvers<void>();
  await page.route(endpoint, async (route) => {
    await held.promise;
    await route.continue();
  });
  await fill(page, onPhone);
  const button = formOf(page).locator('button[type="submit"]');
  expect([await button.textContent(), await button.isEnabled()]).toEqual(['Submit Claim', true]);
  await button.dblclick();
  await page.getByRole('button', { name: 'Submitting...', exact: true }).waitFor();
  expect(await button.isDisabled()).toBe(true);
  expect(await button.evaluate((one) => one.getAnimations({ subtree: true }).length), 'animations').toBeGreaterThan(0);
  expect(await page.getByText('Submission Successful').count()).toBe(0);
  held.resolve();
  await expectSuccess(page);
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('main [name="firstName"]')?.value === '');
  expect(await readForm(page)).toEqual(untouched);
  expect(stored(onPhone.email)).toEqual([onPhone]);
  await expectAtDesk(onPhone);

  await fill(page, { ...onPhone, locationOfAccident: 'Second place' });
  const [response] = await Promise.all([page.waitForResponse(endpoint), submit(page)]);
  expect(response.status()).toBe(200);
  // Under the receipt the form is folded away.
  await page.locator('.fold:not([open])').waitFor();
  expect(stored(onPhone.email).map(({ locationOfAccident }) => locationOfAccident)).toEqual([
    onPhone.locationOfAccident,
    'Second place',
  ]);
});

test('without scripts: the browser holds back what is not complete, a refused page keeps every value, and the same bytes are stored', async () => {
  const page = await journey.visit('/make-a-claim', { ...phone, javaScriptEnabled: false, expected: /status of 422/ });
  const boxes = Object.fromEntries(serviceBoxes.map(({ name }) => [name, 'yes']));
  const answers: Answers = { ...mallory, ...boxes, email: 'boxes@example.com', reportedToPolice: 'yes' };
  await fill(page, { ...answers, consent: '' });
  await submit(page);
  expect(await formOf(page).evaluate((form) => form.matches(':invalid'))).toBe(true);

  await fill(page, { ...answers, email: 'someone@nowhere' });
  expect((await post(page)).status()).toBe(422);
  const summary = page.getByRole('alert');
  expect(await summary.getByRole('heading').textContent()).toBe('Invalid Email');
  // The summary is at the top of the page, and the rest may still be coming.
  await page.waitForLoadState();
  const link = summary.getByRole('link', { name: 'Please enter a valid email address.' });
  const email = page.locator('main [name="email"]');
  expect(await link.getAttribute('href')).toBe(`#${await email.getAttribute('id')}`);
  expect(await email.getAttribute('aria-invalid')).toBe('true');
  expect(await readForm(page)).toEqual({ ...answers, email: 'someone@nowhere' });

  await email.fill(String(answers.email));
  expect((await post(page)).status()).toBe(200);
  await expectSuccess(page);
  expect(stored(answers.email)).toEqual([answers]);
  await page.goto(`${journey.product.url}/make-a-claim`);
  await fill(page, withoutScripts);
  expect((await post(page)).status()).toBe(200);
  expect(stored(withoutScripts.email)).toEqual([withoutScripts]);
});

async function post(page: Page) {
  const [response] = await Promise.all([page.waitForResponse((one) => one.request().method() === 'POST'), submit(page)]);
  return response;
}

async function expectSuccess(page: Page): Promise<void> {
  await page.getByText('✅ Submission Successful!', { exact: true }).waitFor();
  const words = 'Thank you! We have received your message and will be in touch shortly.';
  await page.getByText(words, { exact: true }).first().waitFor();
}

const stored = (email?: string) =>
  readStore(journey.product).submissions.flatMap(({ form_data }) => (form_data.email === email ? [form_data] : []));

/** It is in the queue of the team, and its page has what was typed. */
async function expectAtDesk(answers: Answers): Promise<void> {
  const { browser } = desk.owner;
  const read = (path: string) => journey.product.request(path, { headers: { Cookie: browser.context().cookie ?? '' } });
  const row = readStore(journey.product).submissions.find(({ form_data }) => form_data.email === answers.email);
  const path = `/desk/submissions/${row?.id}`;
  expect((await read('/desk')).text).toContain(path);
  const page = textOf(parseHtml((await read(path)).text), 'main');
  for (const name of ['descriptionOfAccident', 'locationOfAccident', 'phone'])
    expect(page).toContain(answers[name]?.replaceAll(/\s+/g, ' '));
}
