// Protects: a note that is being typed survives reloads, sessions and failures.
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { jsonPost } from '#testing/http.ts';
import { readStore } from '#testing/read-store.ts';
import { isSample } from '#testing/sampled.ts';
import { codeFor, goodPassword, type TestStaff } from '#testing/test-accounts.ts';
import { ready } from './harness/browser.ts';
import { addSession, watchSession } from './harness/desk-setup.ts';
import { ownServers, setupJourney } from './harness/journey.ts';
import { createStaff, staffOfTemplate } from './harness/staff-template.ts';

const journey = setupJourney(ownServers);
const words = 'Rang at ten: she is at the garage.\nThe other driver has written to her.';
let handler: TestStaff;
let path = '';

beforeAll(async () => {
  ({ handler } = await staffOfTemplate());
});

beforeEach(async (context) => {
  const reference = await sendClaim(context.task.name);
  const row = readStore(journey.product).submissions.find((one) => one.reference === reference);
  path = `/desk/submissions/${row?.id}`;
});

async function sendClaim(additionalInfo: string): Promise<string> {
  const formData = { ...aoife, additionalInfo };
  const response = await journey.product.request(
    '/functions/v1/send-form-email',
    jsonPost({ formName: 'Make a Claim', formData }),
  );
  return response.json().reference ?? '';
}

const note = (page: Page) => page.getByLabel('Add a note');
const addNote = (page: Page) => page.getByRole('button', { name: 'Add note' }).click();

async function openPage(): Promise<Page> {
  const page = await journey.newPage({ expected: /ERR_FAILED|Failed to load|status of [45]/ });
  await addSession(page, journey.product, handler);
  const sessionKnown = watchSession(page);
  await page.goto(journey.product.url + path);
  // A session that ends before that redirects to sign-in at once, with the note kept.
  await sessionKnown();
  return page;
}

test('A note survives the end of the session, and is not shown to other staff', async () => {
  const page = await openPage();
  await note(page).fill(words);
  await page.context().clearCookies();
  await addNote(page);
  await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  await page.getByRole('link', { name: 'Leave this page' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();

  const other = await createStaff(journey.product, 'kim@kerbside.example');
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
  const sessionKnown = watchSession(page);
  await page.reload();
  await sessionKnown();
  expect(await note(page).inputValue()).toBe('');
  expect(await page.locator('.note').count()).toBe(1);

  await note(page).fill('Half a sentence');
  await addSession(page, journey.product, other);
  await page.reload();
  await ready(page);
  expect(await note(page).inputValue()).toBe('');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Half a sentence');
});

test.each([
  ['nobody answers', undefined],
  ['the store does not', 500],
])('where %s, the page says so and keeps the note', async (_, status) => {
  const page = await openPage();
  await note(page).fill(words);
  await page.route('**/desk/submissions/*.data**', (route) =>
    route.request().method() !== 'POST' ? route.continue() : status ? route.fulfill({ status, body: '' }) : route.abort(),
  );
  await addNote(page);
  await page.getByRole('alert').filter({ hasText: 'No answer came' }).waitFor();
  expect(await note(page).inputValue()).toBe(words);
  await page.unroute('**/desk/submissions/*.data**');
  await addNote(page);
  await page.getByText('Note added.').waitFor();
  await expect.poll(() => note(page).inputValue()).toBe('');
});

test.skipIf(isSample)('a note equal to one that was added before is kept while it is typed, and can be added again', async () => {
  const page = await openPage();
  for (const count of [1, 2]) {
    await note(page).fill(words);
    await addNote(page);
    await expect.poll(() => page.locator('.note').count()).toBe(count);
    await expect.poll(() => note(page).inputValue()).toBe('');
  }
  await note(page).fill(words);
  await page.getByRole('button', { name: 'Make it mine' }).click();
  await page.getByText('Assigned to Hana Novak.').waitFor();
  expect(await note(page).inputValue()).toBe(words);
  await page.reload();
  await ready(page);
  await expect.poll(() => note(page).inputValue()).toBe(words);
});

test.skipIf(isSample)('Text typed while a note is being sent stays', async () => {
  const page = await openPage();
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/desk/submissions/*.data**', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await note(page).fill(words);
  await addNote(page);
  await note(page).fill('The next thought');
  goOn();
  await page.getByText('Note added.').waitFor();
  expect(await note(page).inputValue()).toBe('The next thought');
  await page.reload();
  await ready(page);
  await expect.poll(() => note(page).inputValue()).toBe('The next thought');
});

test('a note that is added while an action is still on its way comes after it, and both are done', async () => {
  const page = await openPage();
  const { promise: held, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route('**/desk/submissions/*.data**', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue().catch(() => {});
  });
  await page.getByRole('button', { name: 'Make it mine' }).click();
  await note(page).fill(words);
  const adding = addNote(page);
  // A click that was possible would have been made by now.
  await page.waitForTimeout(500);
  letThrough();
  await adding;
  await page.getByText('Note added.').waitFor();
  await page.getByText('Assigned to you').waitFor();
});

test.skipIf(isSample)('Removing another note keeps the text that is being typed', async () => {
  const page = await openPage();
  await note(page).fill('First note');
  await addNote(page);
  await page.getByText('Note added.').waitFor();
  await expect.poll(() => note(page).inputValue()).toBe('');
  await note(page).fill(words);
  await page.getByRole('button', { name: 'Remove this note' }).click();
  await page.getByText('Note removed.').waitFor();
  expect(await note(page).inputValue()).toBe(words);
});

test('An unsent note stays with its claim while another claim is opened', async () => {
  await sendClaim('another one');
  const page = await openPage();
  const others = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Also from this person' }) });
  await expect
    .poll(async () => {
      await page.reload();
      return others.getByRole('link').count();
    })
    .toBeGreaterThan(0);
  await ready(page);
  await note(page).fill(words);
  const here = page.url();
  await others.getByRole('link').first().click();
  await page.waitForURL((url) => url.href !== here);
  await expect.poll(() => note(page).inputValue()).toBe('');
  await page.goBack();
  await page.waitForURL(here);
  await expect.poll(() => note(page).inputValue()).toBe(words);
});

test('Signing out removes all drafts of notes', async () => {
  const page = await openPage();
  await note(page).fill(words);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You are signed out.').waitFor();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('garage');
});
