// Protects: a note that is being typed survives the end of its session, for its author alone (`desk-drafts.slow.test.ts` has failures).
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { codeFor, goodPassword } from '#testing/test-accounts.ts';
import { ready } from './harness/browser.ts';
import { addSession, setupDeskJourney, watchSession } from './harness/desk-setup.ts';
import { createStaff } from './harness/staff-template.ts';

const desk = setupDeskJourney(null);
const { journey } = desk;
const words = 'Rang at ten: she is at the garage.\nThe other driver has written to her.';

const note = (page: Page) => page.getByLabel('Add a note');
const addNote = (page: Page) => page.getByRole('button', { name: 'Add note' }).click();

test('A note survives the end of the session, and is not shown to other staff', async () => {
  // This member signs in, which uses up a code.
  const handler = await createStaff(journey.product, 'hope@kerbside.example');
  const id = await desk.send({ ...aoife, additionalInfo: 'a note that survives' });
  const page = await journey.newPage({ expected: /status of 4/ });
  await addSession(page, journey.product, handler);
  const sessionKnown = watchSession(page);
  await page.goto(`${journey.product.url}/desk/submissions/${id}`);
  // A session that ends before that redirects to sign-in at once, with the note kept.
  await sessionKnown();
  await note(page).fill(words);
  await page.context().clearCookies();
  await addNote(page);
  await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  await page.getByRole('link', { name: 'Leave this page' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();

  const other = await createStaff(journey.product, 'kit@kerbside.example');
  await addSession(page, journey.product, other);
  const kept = await page.evaluate(() => Object.entries(sessionStorage).filter(([key]) => key.includes('note')));
  expect(JSON.stringify(kept)).toContain('at the garage');

  await page.context().clearCookies();
  await page.getByLabel('Email').fill(handler.staff.email);
  await page.getByLabel('Password').fill(goodPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Code from your authenticator app').fill(codeFor(handler.uri, Date.now() + 30_000));
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('heading', { name: "Aoife O'Neil" }).waitFor();
  await expect.poll(() => note(page).inputValue()).toBe(words);
  await addNote(page);
  await page.getByText('Note added.').waitFor();
  await expect.poll(() => note(page).inputValue()).toBe('');
  await page.reload();
  await ready(page);
  expect(await note(page).inputValue()).toBe('');
  expect(await page.locator('.note').count()).toBe(1);

  await note(page).fill('Half a sentence');
  await addSession(page, journey.product, other);
  await page.reload();
  await ready(page);
  expect(await note(page).inputValue()).toBe('');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Half a sentence');
});
