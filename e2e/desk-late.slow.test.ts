// Protects: a missed target and a breached SLA are told apart on the screen.
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { beforeAll, expect, test } from 'vitest';
import { hour } from '#forms/durations.ts';
import { aoife, lukasz } from '#testing/fixtures/people.ts';
import { waitLimitMs } from '#testing/until.ts';
import { setupDeskJourney, shownList } from './harness/desk-setup.ts';

const desk = setupDeskJourney();
const { journey, send, open } = desk;

let breached = '';
let missed = '';

/** Lets a claim be as old as if it had come so many hours earlier, with response targets of 24 and 2 hours. */
function age(id: string, hours: number): void {
  const file = new Sqlite(join(journey.product.dataDir, 'kerbside.sqlite'), { timeout: waitLimitMs });
  const came = `created_at - ${hours * hour}`;
  const target = `case when target_at is null then null else ${came} + ${2 * hour} end`;
  file
    .prepare(
      `update form_submissions set created_at = ${came}, due_at = ${came} + ${24 * hour}, target_at = ${target} where id = ?`,
    )
    .run(id);
  file.close();
}

beforeAll(async () => {
  breached = await send({ ...aoife, additionalInfo: 'an SLA breached' });
  missed = await send({ ...aoife, firstName: 'Niamh', additionalInfo: 'a target missed' });
  const contacted = await send({ ...lukasz, additionalInfo: 'contacted after 40 hours' });
  age(breached, 26.2);
  age(missed, 5);
  age(contacted, 40.2);
  const page = await open(`/desk/submissions/${contacted}`, desk.handler);
  await page.getByRole('button', { name: 'Spoke to the claimant' }).click();
  await page.getByText(/^Spoke to the claimant\. Next/).waitFor();
});

test.each([true, false])(
  'a driver whose SLA is breached is told apart from one whose target is missed (scripts: %s)',
  async (javaScriptEnabled) => {
    const page = await open('/desk/all', desk.handler, { javaScriptEnabled });
    const rowOf = (name: string) => page.locator('.inbox-list > li').filter({ hasText: name });
    await rowOf("Aoife O'Neil")
      .getByText(/^Late by 2 h 1\d min$/)
      .waitFor();
    await rowOf("Niamh O'Neil").getByText('Target missed, due in 18 h').waitFor();
    const due = page.getByRole('link', { name: 'Due 1 late 1 target missed', exact: true });
    await due.click();
    await shownList(page, { list: 'due' });
    await page.getByText('Narrow the list').click();
    await page.locator('#filter-due').selectOption({ label: 'Late: promised contact missed' });
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL(/due=breached/);
    await expect.poll(() => page.locator('a.inbox-row-name').allTextContents()).toEqual(["Aoife O'Neil"]);
    await page.goto(`${journey.product.url}/desk/submissions/${breached}`);
    await page
      .locator('.submission-head')
      .getByText(/^Late by /)
      .waitFor();
    await page.getByText(/Our own target:/).waitFor();
  },
);

test('The response time report shows hours beyond a day and counts submissions without contact', async () => {
  const page = await open('/desk/responses', desk.handler);
  await page.getByRole('heading', { level: 1, name: 'Responses', exact: true }).waitFor();
  await page.getByText('Figures: The promise').click();
  const table = page.getByRole('table', { name: 'The promise' });
  const heads = await table.getByRole('columnheader').allTextContents();
  // Depending on the time of the test, the claims may be from two weeks.
  const sums = new Map(heads.map((head) => [head, 0]));
  for (const row of await table.getByRole('row').all())
    for (const [index, cell] of (await row.getByRole('cell').allTextContents()).entries())
      sums.set(heads[index + 1] ?? '', (sums.get(heads[index + 1] ?? '') ?? 0) + (Number.parseInt(cell, 10) || 0));
  expect(Object.fromEntries(sums)).toMatchObject({ 'In time': 0, 'Too late': 2, 'No contact': 1, Open: 1, Withdrawn: 0 });
  // A figure leads to the claims behind it.
  await table.getByRole('link', { name: /No contact/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Responses: No contact 1' }).waitFor();
  await page.goBack();
  await page.getByText('Figures: The promise').click();
  await table.getByText('1 day 16 h').first().waitFor();
  await table.getByText('no contact', { exact: true }).first().waitFor();
});
