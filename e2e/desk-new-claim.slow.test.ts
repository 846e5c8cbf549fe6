// Protects: a claim by phone is entered by keyboard, matches appear before it is saved, and the browser of the desk stays without a claim.
import { expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { readStore } from '#testing/read-store.ts';
import { setupDeskJourney } from './harness/desk-setup.ts';

const desk = setupDeskJourney();
const { journey, send, open } = desk;

const stored = () => readStore(journey.product).submissions;

test('n, a name and a number: matches appear while it is typed, and another accident is saved as a new claim', async () => {
  const known = await send({ ...aoife, phone: '07700 900811' });
  const page = await open('/desk/queue', desk.handler, { expected: /status of 409/ });
  await page.keyboard.press('n');
  await page.getByRole('heading', { level: 1, name: 'New claim' }).waitFor();
  await page.getByLabel('First name').fill('Ngozi');
  await page.getByLabel('Phone number').pressSequentially('07700900811');
  const matches = page.getByRole('list', { name: 'Claims with this phone number or registration' });
  await matches.getByText(aoife.lastName ?? '').waitFor();
  await page.getByLabel('I read this out, and they said yes').check();
  const count = stored().length;
  await page.getByRole('button', { name: 'Save the claim' }).click();
  await page.getByRole('alert').waitFor();
  expect(stored()).toHaveLength(count);
  await page.getByLabel('It is about another accident').check();
  await page.getByRole('button', { name: 'Save the claim' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ngozi' }).waitFor();
  const entered = stored().find(({ id, form_data: { phone } }) => id !== known && phone === '07700900811');
  expect(entered?.form_data).toMatchObject({ firstName: 'Ngozi', lastName: '' });
  const names = (await page.context().cookies()).map(({ name }) => name);
  expect(names.filter((name) => /claim|started/.test(name))).toEqual([]);
});

test('without JavaScript a known number is asked about once', async () => {
  await send({ ...aoife, phone: '07700 900822' });
  const page = await open('/desk/new', desk.handler, { javaScriptEnabled: false, expected: /status of 4/ });
  await page.getByLabel('First name').fill('Ife');
  await page.getByLabel('Phone number').fill('07700 900822');
  await page.getByRole('button', { name: 'Save the claim' }).click();
  await page.getByRole('alert').getByText('Read the consent out').waitFor();
  await page.getByLabel('I read this out, and they said yes').check();
  await page.getByRole('button', { name: 'Save the claim' }).click();
  await page.getByText('Open the claim instead of entering it a second time.').waitFor();
  await page.getByLabel('It is about another accident').check();
  await page.getByRole('button', { name: 'Save the claim' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ife' }).waitFor();
});
