// Protects: while somebody talks they put an answer right by keyboard, with and without JavaScript, and take it back.
import { expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { readStore } from '#testing/read-store.ts';
import { axeViolations, axeViolationsDark } from './harness/axe-violations.ts';
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

test.each([true, false])(
  'of two who correct one answer the second sees both values and chooses, and other fields stay as each left them (scripts: %s)',
  async (javaScriptEnabled) => {
    const id = await send({ ...aoife, firstName: javaScriptEnabled ? 'Nora' : 'Orla' });
    const options = { javaScriptEnabled, expected: /status of 422/ };
    const [mine, theirs] = [
      await open(`/desk/submissions/${id}/answers`, desk.handler, options),
      await open(`/desk/submissions/${id}/answers`, desk.owner, options),
    ];
    const save = (page: typeof mine) => page.getByRole('button', { name: 'Save corrections' }).click();
    await theirs.getByLabel('Phone').fill('07700 900779');
    await theirs.getByLabel('Make').fill('Skoda');
    await save(theirs);
    await theirs.getByText(/^Corrected: /).waitFor();
    await mine.getByLabel('Phone').fill('07700 900778');
    await mine.getByLabel('Email').fill('nora@example.org');
    await save(mine);
    await mine.getByRole('alert').getByText('was changed meanwhile').waitFor();
    await mine.getByText('Grace Boateng changed “Phone”').waitFor();
    const choice = mine.getByRole('group', { name: 'Which answer to “Phone” counts?' });
    expect(await choice.getByRole('radio').count()).toBe(2);
    expect(await mine.locator('#correct-phone').inputValue()).toBe('07700 900778');
    expect(await mine.locator('#correct-email').inputValue()).toBe('nora@example.org');
    if (javaScriptEnabled) expect([...(await axeViolations(mine)), ...(await axeViolationsDark(mine))]).toEqual([]);
    await choice.getByLabel(javaScriptEnabled ? 'Theirs: 07700 900779' : 'Mine, in the field below: 07700 900778').check();
    await save(mine);
    await mine.getByText(/^Corrected: /).waitFor();
    expect(answersOf(id)).toMatchObject({
      phone: javaScriptEnabled ? '07700 900779' : '07700 900778',
      email: 'nora@example.org',
      vehicleMake: 'Skoda',
    });
  },
);

test.each([true, false])(
  'of answers that a browser’s own controls would lose, rewrite or refuse, only one that is changed is a correction (scripts: %s)',
  async (javaScriptEnabled) => {
    const sent = {
      ...aoife,
      firstName: javaScriptEnabled ? 'Ines' : 'Iris',
      email: `jürgen.${javaScriptEnabled}@bücher.example`,
      dateOfAccident: '20/11/2026',
      timeOfAccident: '6:30 pm',
      vehicleYear: '2,021',
      locationOfAccident: 'A23\nby the bridge',
    };
    const id = await send(sent);
    const before = answersOf(id);
    const page = await open(`/desk/submissions/${id}/answers`, desk.handler, { javaScriptEnabled, expected: /status of 422/ });
    const save = () => page.getByRole('button', { name: 'Save corrections' }).click();
    for (const name of ['email', 'dateOfAccident', 'timeOfAccident', 'vehicleYear', 'locationOfAccident'] as const)
      expect(await page.locator(`#correct-${name}`).inputValue()).toBe(sent[name]);
    await save();
    await page.getByRole('alert').getByText('Nothing was changed.').waitFor();
    await page.getByLabel('Make').fill('Skoda');
    await save();
    await page.getByText(/^Corrected: Make\.$/).waitFor();
    expect(answersOf(id)).toEqual({ ...before, vehicleMake: 'Skoda' });
  },
);
