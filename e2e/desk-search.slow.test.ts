// Protects: a claim is found from any page of the desk while one types, opened by keys, and without a connection nothing typed is lost.
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

test('without a connection the search and a link say so, and what was typed is there again', async () => {
  const id = await send({ ...bo, firstName: 'Offline', lastName: 'Tester' });
  const page = await open(`/desk/submissions/${id}`, desk.handler, {
    ...wide,
    expected: /ERR_INTERNET_DISCONNECTED|Failed to fetch/,
  });
  await page.getByLabel('What was said, and when next').fill('half a sentence');
  await page.getByLabel('Add a note').fill('half a note');
  await page.context().setOffline(true);
  await page.locator('#desk-search').fill('quentin');
  await page.getByText('The desk works only online').waitFor();
  expect(await page.locator('#desk-search').inputValue()).toBe('quentin');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Responses' }).click();
  await page.getByText('You are offline').first().waitFor();
  await page.getByRole('heading', { level: 1, name: 'Offline Tester' }).waitFor();
  expect(await page.getByLabel('What was said, and when next').inputValue()).toBe('half a sentence');
  expect(await page.getByLabel('Add a note').inputValue()).toBe('half a note');
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'Responses' }).click();
  await page.waitForURL((url) => url.pathname === '/desk/responses');
});
