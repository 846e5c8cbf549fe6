// Protects: while somebody talks they put an answer right by keyboard, with and without JavaScript, and take it back.
import { expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { readStore } from '#testing/read-store.ts';
import { setupDeskJourney } from './harness/desk-setup.ts';

const desk = setupDeskJourney();
const { journey, send, open } = desk;

const answersOf = (id: string) => readStore(journey.product).submissions.find((row) => row.id === id)?.form_data;

test('a wrong phone number and email are put right, the call button has the new one, and a new link is offered', async () => {
  const id = await send(aoife);
  const page = await open(`/desk/submissions/${id}`, desk.handler);
  await page.keyboard.press('e');
  await page.getByRole('heading', { level: 1, name: /^Correct or fill in/ }).waitFor();
  await page.getByLabel('Phone').fill('07700 900777');
  await page.getByLabel('Email').fill('aoife.new@example.org');
  await page.getByRole('button', { name: 'Save corrections' }).click();
  await page.getByText(/^Corrected: /).waitFor();
  await page.getByRole('link', { name: 'Call 07700 900777' }).waitFor();
  await page.getByText(`, was ${aoife.phone}`).waitFor();
  await page.getByRole('button', { name: 'Send a new private link there' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('The correction is taken back.').waitFor();
  expect(answersOf(id)).toMatchObject({ phone: aoife.phone, email: aoife.email });
});

test('without JavaScript what a colleague changed meanwhile is not overwritten, and what was typed is kept', async () => {
  const id = await send({ ...aoife, firstName: 'Nora' });
  const withoutScript = { javaScriptEnabled: false, expected: /status of 422/ };
  const [mine, theirs] = [
    await open(`/desk/submissions/${id}/answers`, desk.handler, withoutScript),
    await open(`/desk/submissions/${id}/answers`, desk.owner, withoutScript),
  ];
  await theirs.getByLabel('Phone').fill('07700 900779');
  await theirs.getByRole('button', { name: 'Save corrections' }).click();
  await theirs.getByText(/^Corrected: Phone\.$/).waitFor();
  await mine.getByLabel('Phone').fill('07700 900778');
  await mine.getByLabel('Email').fill('nora@example.org');
  await mine.getByRole('button', { name: 'Save corrections' }).click();
  await mine.getByRole('alert').getByText('was changed meanwhile').waitFor();
  expect(await mine.getByLabel('Email').inputValue()).toBe('nora@example.org');
  await mine.getByRole('button', { name: 'Save corrections' }).click();
  await mine.getByText(/^Corrected: /).waitFor();
  expect(answersOf(id)).toMatchObject({ phone: '07700 900778', email: 'nora@example.org' });
});
