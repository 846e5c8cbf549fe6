// Protects: a claim is found from any page of the desk while one types, and opened by keys.
import { expect, test } from 'vitest';
import { bo } from '#testing/fixtures/people.ts';
import { axeViolations, axeViolationsDark } from './harness/axe-violations.ts';
import { setupDeskJourney } from './harness/desk-setup.ts';

const desk = setupDeskJourney();
const { send, open } = desk;
const wide = { viewport: { width: 1280, height: 800 } };

test('the first rows come while one types, in the place of the queue, and two keys besides the text open a claim', async () => {
  const id = await send({ ...bo, firstName: 'Quentin', lastName: 'Searched', vehicleReg: 'QX12 ZZY' });
  const page = await open('/desk/responses', desk.handler, wide);
  await page.keyboard.press('/');
  await page.keyboard.type('quentim');
  await page.getByRole('list', { name: 'Found' }).getByRole('link', { name: 'Quentin Searched' }).waitFor();
  expect([...(await axeViolations(page)), ...(await axeViolationsDark(page))]).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await page.getByRole('list', { name: 'Found' }).count()).toBe(0);
  expect(await page.getByRole('searchbox').or(page.locator('#desk-search')).first().inputValue()).toBe('quentim');
  await page.locator('#desk-search').fill('x12z');
  await page.getByRole('list', { name: 'Found' }).getByRole('link', { name: 'Quentin Searched' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Quentin Searched' }).waitFor();
  expect(page.url()).toContain(id);
  expect(await page.getByRole('list', { name: 'Found' }).count()).toBe(0);
});
