// Protects: two claims about one accident are merged by keyboard, and without JavaScript in at most four page loads, and come back.
import { expect, test } from 'vitest';
import { aoife, bo } from '#testing/fixtures/people.ts';
import { readStore } from '#testing/read-store.ts';
import { setupDeskJourney } from './harness/desk-setup.ts';

const desk = setupDeskJourney();
const { journey, send, open } = desk;

const rowOf = (id: string) => {
  const row = readStore(journey.product).submissions.find((one) => one.id === id);
  if (!row) throw new Error('It is gone.');
  return row;
};

test('the key m leads to both claims, and after merging either address shows the one that stays, until it is undone', async () => {
  const first = await send({ ...aoife, phone: '07700 900551' });
  const second = await send({ ...aoife, phone: '07700 900551', firstName: 'Eefa' });
  const page = await open(`/desk/submissions/${second}`, desk.handler);
  await page.getByRole('link', { name: /^2×/ }).waitFor();
  await page
    .locator(`.queue-row[data-reference="${rowOf(first).reference}"]`)
    .getByText('sent 2×')
    .waitFor();
  await page.keyboard.press('m');
  await page.getByRole('button', { name: `Merge, and keep ${rowOf(second).reference}` }).waitFor();
  await page.getByRole('button', { name: `Merge, and keep ${rowOf(first).reference}` }).click();
  await page.locator(`article[data-open-reference="${rowOf(first).reference}"]`).waitFor();
  await page.getByText(`Also sent: Make a Claim ${rowOf(second).reference}`).waitFor();
  expect(rowOf(second).merged_into).toBe(first);
  await page.goto(`${journey.product.url}/desk/submissions/${second}`);
  await page.locator(`article[data-open-reference="${rowOf(first).reference}"]`).waitFor();
  expect(await page.locator(`.queue-row[data-reference="${rowOf(second).reference}"]`).count()).toBe(0);
  await page.getByRole('button', { name: /^Take back ?: merged/ }).click();
  await page.getByText('The merge is taken back: both claims are there again.').waitFor();
  expect(rowOf(second).merged_into).toBeNull();
});

test('without JavaScript two claims without anything in common are found by reference and merged in four page loads', async () => {
  const first = await send({ ...bo, phone: '07700 900552', vehicleReg: 'AA55 AAA' });
  const second = await send({ ...aoife, phone: '07700 900553', vehicleReg: 'BB55 BBB' });
  const page = await open(`/desk/submissions/${first}`, desk.handler, { javaScriptEnabled: false });
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));
  await page.getByRole('link', { name: 'Merge with another claim…' }).click();
  await page.getByLabel('Reference, name, phone or registration').fill(rowOf(second).reference);
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('button', { name: `Merge, and keep ${rowOf(second).reference}` }).click();
  await page.locator(`article[data-open-reference="${rowOf(second).reference}"]`).waitFor();
  await page.getByText(`Merged. What came as ${rowOf(first).reference} is here now.`).waitFor();
  expect(loads).toBeLessThanOrEqual(4);
  expect(rowOf(first).merged_into).toBe(second);
});
