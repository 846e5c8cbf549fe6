// Protects: several claims are chosen in the queue, with keys and without scripts, and one act and one undo is for all of them.
import { expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { readStore } from '#testing/read-store.ts';
import { axeViolations, axeViolationsDark, horizontalOverflow } from './harness/axe-violations.ts';
import { ready } from './harness/browser.ts';
import { setHidden, setupDeskJourney } from './harness/desk-setup.ts';

const desk = setupDeskJourney();
const { journey, send, open } = desk;

/** The value of a column in each of these claims. */
function stored(column: 'assigned_to' | 'closed_at', ids: string[]): unknown[] {
  const rows: Record<string, unknown>[] = readStore(journey.product).submissions;
  return ids.map((id) => rows.find((row) => row.id === id)?.[column] ?? null);
}

async function sendThree(name: string): Promise<string[]> {
  const ids: string[] = [];
  for (const lastName of ['First', 'Second', 'Third'])
    ids.push(await send({ ...aoife, firstName: name, lastName, email: `${lastName}@example.org`.toLowerCase() }));
  return ids;
}

test.each([true, false])(
  'three are chosen, assigned with one button, and taken back with one (scripts: %s)',
  async (javaScriptEnabled) => {
    const ids = await sendThree(javaScriptEnabled ? 'Script' : 'Plain');
    const page = await open('/desk', desk.handler, { javaScriptEnabled, viewport: { width: 1280, height: 800 } });
    for (const id of ids) await page.locator(`#queue-${id} .queue-check`).check();
    expect(await horizontalOverflow(page)).toEqual([]);
    if (javaScriptEnabled) expect([...(await axeViolations(page)), ...(await axeViolationsDark(page))]).toEqual([]);
    await page.getByLabel('Assign to').selectOption({ label: 'Grace Boateng' });
    await page.getByRole('button', { name: 'Assign all' }).click();
    await page.getByText('Assigned: 3 claims.').waitFor();
    expect(stored('assigned_to', ids)).toEqual(ids.map(() => desk.owner.staff.id));
    expect(await page.locator('.queue-check:checked').count()).toBe(0);
    await page.getByRole('button', { name: 'Undo all' }).click();
    await page.getByText('Taken back: 3 claims.').waitFor();
    expect(stored('assigned_to', ids)).toEqual([null, null, null]);
  },
);

test('a note for several is there again after a reload and beside another claim, until it is sent or nobody is chosen', async () => {
  const [first = '', second = ''] = await sendThree('Note');
  const page = await open('/desk', desk.handler, { viewport: { width: 1280, height: 800 } });
  const choose = () => page.locator(`#queue-${first} .queue-check`).check();
  const note = page.getByLabel('Note for the assignee').first();
  await choose();
  await note.fill('Speaks Polish, call after five.');
  await page.goto(`${journey.product.url}/desk/submissions/${second}`);
  await ready(page);
  await choose();
  expect(await note.inputValue()).toBe('Speaks Polish, call after five.');
  await page.getByRole('button', { name: 'Choose none' }).click();
  await page.reload();
  await ready(page);
  await choose();
  expect(await note.inputValue()).toBe('');
});

test('the key x chooses, and what a colleague did since is left alone and named', async () => {
  const ids = await sendThree('Keys');
  const page = await open('/desk', desk.handler, { viewport: { width: 1280, height: 800 } });
  await setHidden(page, true);
  await page.locator(`#queue-${ids[0]} a`).focus();
  await page.keyboard.press('x');
  await page.locator(`#queue-${ids[1]} a`).focus();
  await page.keyboard.press('x');
  expect(await page.locator('.queue-check:checked').count()).toBe(2);
  const theirs = await open(`/desk/submissions/${ids[0]}`, desk.owner);
  await theirs.getByRole('button', { name: 'Make it mine' }).click();
  await theirs.getByText('Assigned to Grace Boateng.', { exact: true }).waitFor();
  await page.getByLabel('Why they are closed').fill('It is settled.');
  await page.getByRole('button', { name: 'Close all' }).click();
  await page.getByText('Closed: one claim.').waitFor();
  await page.locator('main').getByRole('listitem').filter({ hasText: 'Keys First: It was changed since.' }).waitFor();
  expect(stored('closed_at', ids)).toEqual([null, expect.any(Number), null]);
  await page.keyboard.press('u');
  await page.getByText('Taken back: one claim.').waitFor();
  expect(stored('closed_at', ids)).toEqual([null, null, null]);
});
