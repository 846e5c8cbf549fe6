import { expect, test } from 'vitest';
import { noticesReady } from './harness/browser.ts';
import { aoife } from './harness/claims.ts';
import { fill, formOf, readForm, submit } from './harness/fill.ts';
import { setStage } from './harness/stage.ts';

const stage = setStage();

/** A browser that holds nothing back: what its checks would have caught reaches the server. */
const letThrough = (form: Element) => {
  (form as HTMLFormElement).noValidate = true;
};

test('with scripts too the fields that the server refuses are listed, linked, marked and said in the title', async () => {
  const page = await stage.visit('/make-a-claim', { expected: /422/ });
  await fill(page, { ...aoife, firstName: '', vehicleMake: '' });
  await formOf(page).evaluate(letThrough);
  await submit(page);

  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await summary.waitFor();
  expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await page.title()).toMatch(/^Error: /);
  await summary.getByRole('link', { name: 'Enter your answer to: Make.' }).click();
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('vehicleMake');
  const first = page.locator('[name="firstName"]');
  expect(await first.getAttribute('aria-invalid')).toBe('true');
  const described = (await first.getAttribute('aria-describedby')) ?? '';
  const words = await Promise.all(described.split(' ').map((id) => page.locator(`#${id}`).textContent()));
  expect(words.join(' ')).toContain('Enter your answer to: First name.');
  expect((await readForm(page)).lastName).toBe(aoife.lastName);

  await first.fill('Aoife');
  await page.locator('[name="vehicleMake"]').fill('Kia');
  await submit(page);
  await page.locator('.receipt').waitFor();
  expect(await page.title()).not.toMatch(/^Error: /);
});

test('without scripts the title says so first', async () => {
  const page = await stage.visit('/contact', { javaScriptEnabled: false, expected: /422/ });
  await fill(page, { name: 'Mo', email: 'mo@nowhere', phone: '', subject: 'Hello', message: 'Hello' });
  await submit(page);
  expect(await page.title()).toMatch(/^Error: /);
});

test('an unlikely date or year gets a remark, and is sent all the same', async () => {
  const page = await stage.visit('/make-a-claim');
  await fill(page, { ...aoife, dateOfAccident: '2091-01-01', vehicleYear: '1492', additionalInfo: 'unlikely' });
  await page.locator('[name="vehicleYear"]').blur();
  await page.getByText('That date is in the future. Please check it; if it is right, go on.').waitFor();
  await page.getByText('That is an unusual year for a vehicle. Please check it; if it is right, go on.').waitFor();
  await submit(page);
  await page.locator('.receipt').waitFor();
});

test('the six sections show where one is and what is complete', async () => {
  const page = await stage.visit('/make-a-claim');
  const sections = page.getByRole('navigation', { name: 'Sections of this form' }).getByRole('link');
  expect(await sections.count()).toBe(6);
  const { firstName, lastName, email, phone, address, postcode } = aoife;
  await fill(page, { firstName, lastName, email, phone, address, postcode } as Record<string, string>);
  await page.locator('[name="locationOfAccident"]').focus();
  expect(await sections.nth(0).textContent()).toContain('complete');
  expect(await sections.nth(1).getAttribute('aria-current')).toBe('step');
  expect(await sections.nth(1).textContent()).not.toContain('complete');
});

test('going offline and coming back is said once, calmly', async () => {
  const page = await noticesReady(await stage.visit('/make-a-claim'));
  await page.context().setOffline(true);
  await page.getByText('You are offline. What you have typed stays here.').waitFor();
  await page.context().setOffline(false);
  await page.getByText('You are back online.').waitFor();
});

test('a request that gets no answer in twenty seconds is given up, and nothing is lost', async () => {
  const page = await stage.visitWithStoppedClock('/contact');
  await page.route('**/functions/v1/send-form-email', () => {});
  const typed = { name: 'Owain ap Rhys', email: 'owain@example.org', phone: '', subject: 'Slow', message: 'Still there?' };
  await fill(page, typed);
  await submit(page);
  await page.getByRole('button', { name: 'Sending...' }).waitFor();
  await page.clock.runFor(20_500);
  await page.getByText('Not sent yet.').waitFor();
  expect(await readForm(page)).toEqual(typed);
});
