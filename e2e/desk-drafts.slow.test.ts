// Protects: what is typed into any form of the desk outlives a reload and the end of a session, and nothing of it stays after that.
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { codeFor, goodPassword } from '#testing/test-accounts.ts';
import { axeViolations, axeViolationsDark } from './harness/axe-violations.ts';
import { ready } from './harness/browser.ts';
import { setupDeskJourney } from './harness/desk-setup.ts';

const desk = setupDeskJourney();
const { journey, send, open } = desk;
const words = 'Rang at ten: she is at the garage.';
const note = (page: Page) => page.getByLabel('Add a note');
const addNote = (page: Page) => page.getByRole('button', { name: 'Add note' }).click();

test('A session that ends while somebody types is signed in again over the page, which keeps all of it', async () => {
  const page = await open(`/desk/submissions/${await send(aoife)}`, desk.handler, { expected: /Failed to load|status of 4/ });
  await note(page).fill(words);
  await page.getByLabel('What was said, and when next').fill('half a sentence');
  await page.getByLabel('Note for them').fill('half a note for them');
  await page.context().clearCookies();
  await note(page).press('End');
  await note(page).pressSequentially('!');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.waitFor();
  expect(await dialog.getByLabel('Password').evaluate((field) => field === document.activeElement)).toBe(true);
  expect([...(await axeViolations(page)), ...(await axeViolationsDark(page))]).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  expect(await dialog.isVisible()).toBe(true);
  // Nothing of the dialog is loaded when it is needed: where that failed, the router would load the document again.
  await page.context().setOffline(true);
  await dialog.getByLabel('Password').fill(goodPassword);
  await dialog.getByLabel('Code from your authenticator app').fill('000000');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.getByRole('alert').filter({ hasText: 'Something went wrong' }).waitFor();
  await page.context().setOffline(false);
  await dialog.getByLabel('Password').fill('not the password');
  await dialog.getByLabel('Code from your authenticator app').fill('000000');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.getByRole('alert').filter({ hasText: 'The email or the password is not right' }).waitFor();
  await dialog.getByLabel('Password').fill(goodPassword);
  await dialog.getByLabel('Code from your authenticator app').fill(codeFor(desk.handler.uri, Date.now() + 30_000));
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await note(page).inputValue()).toBe(`${words}!`);
  expect(await page.getByLabel('What was said, and when next').inputValue()).toBe('half a sentence');
  expect(await page.getByLabel('Note for them').inputValue()).toBe('half a note for them');
  await addNote(page);
  await page.getByText('Note added.').waitFor();
});

test('A change that comes after the session has ended asks for signing in over the page, and does not leave it', async () => {
  const id = await send({ ...aoife, firstName: 'Nuala' });
  const page = await open(`/desk/submissions/${id}`, desk.handler, { expected: /status of 401/ });
  await page.getByText('Live: new submissions appear by themselves.').waitFor({ state: 'attached' });
  await note(page).fill(words);
  await page.context().clearCookies();
  await send({ ...aoife, firstName: 'Orla', phone: '07700 900217' });
  await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/desk/submissions/${id}`);
  expect(await note(page).inputValue()).toBe(words);
});

test('A session that could not be read when the page opened is asked for again once it has ended', async () => {
  const id = await send({ ...aoife, firstName: 'Sorcha', phone: '07700 900218' });
  const page = await open(`/desk/submissions/${id}`, desk.handler, { expected: /status of (401|503)/ });
  await page.route('**/auth/session', (route) => route.fulfill({ status: 503, body: '' }));
  await page.reload();
  await ready(page);
  await page.getByText('Live: new submissions appear by themselves.').waitFor({ state: 'attached' });
  await note(page).fill(words);
  await page.unroute('**/auth/session');
  await page.context().clearCookies();
  await send({ ...aoife, firstName: 'Tara', phone: '07700 900219' });
  await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  expect(await note(page).inputValue()).toBe(words);
});

test('A draft of an answer that a colleague changed since is put back, and asked about when it is saved', async () => {
  const path = `/desk/submissions/${await send({ ...aoife, firstName: 'Una' })}/answers`;
  const page = await open(path, desk.handler, { expected: /status of 422/ });
  await page.getByLabel('Make').fill('Skoda');
  await page.getByLabel('Model').fill('Fabia');
  const theirs = await open(path, desk.owner);
  await theirs.getByLabel('Make').fill('Seat');
  await theirs.getByRole('button', { name: 'Save corrections' }).click();
  await theirs.getByText(/^Corrected: /).waitFor();
  await page.reload();
  await ready(page);
  await expect.poll(() => page.getByLabel('Make').inputValue()).toBe('Skoda');
  await page.getByRole('button', { name: 'Save corrections' }).click();
  const choice = page.getByRole('group', { name: 'Which answer to “Make” counts?' });
  await choice.getByLabel('Theirs: Seat').check();
  await page.getByRole('button', { name: 'Save corrections' }).click();
  await page.getByText(/^Corrected: Model\.$/).waitFor();
});

test('A note stays over failures, over what is done beside it, while it is sent, and with its claim', async () => {
  const other = await send({ ...aoife, additionalInfo: 'another claim' });
  const path = `/desk/submissions/${await send({ ...aoife, additionalInfo: 'failures' })}`;
  const page = await open(path, desk.handler, { expected: /ERR_FAILED|status of 500/ });
  const posts = '**/desk/submissions/*.data**';
  const answerPosts = (answer: (route: Route) => Promise<unknown>) =>
    page.route(posts, (route) => (route.request().method() === 'POST' ? answer(route) : route.continue()));
  await note(page).fill(words);
  const failures: ((route: Route) => Promise<void>)[] = [
    (route) => route.abort(),
    (route) => route.fulfill({ status: 500, body: '' }),
  ];
  for (const failure of failures) {
    const asked = Promise.withResolvers<void>();
    await answerPosts((route) => {
      asked.resolve();
      return failure(route);
    });
    await addNote(page);
    // The alert of the failure before is shown until this one has come.
    await asked.promise;
    await page.getByRole('alert').filter({ hasText: 'No answer came' }).waitFor();
    expect(await note(page).inputValue()).toBe(words);
    await page.unroute(posts);
  }
  const held = Promise.withResolvers<void>();
  await answerPosts((route) => held.promise.then(() => route.continue().catch(() => {})));
  // An act that is still on its way: the note comes after it.
  await page.getByRole('button', { name: 'Make it mine' }).click();
  const adding = addNote(page);
  await page.waitForTimeout(500);
  held.resolve();
  await adding;
  await page.getByText('Note added.').waitFor();
  await page.getByText('Assigned to you').waitFor();
  await expect.poll(() => note(page).inputValue()).toBe('');
  await page.unroute(posts);

  const sending = Promise.withResolvers<void>();
  await answerPosts((route) => sending.promise.then(() => route.continue()));
  // The same words as before, and typed on while they are sent.
  await note(page).fill(words);
  await addNote(page);
  await note(page).fill('The next thought');
  sending.resolve();
  await expect.poll(() => page.locator('.note').count()).toBe(2);
  await page.unroute(posts);
  await page.getByRole('button', { name: 'Remove this note' }).first().click();
  await page.getByText('Note removed.').waitFor();
  expect(await note(page).inputValue()).toBe('The next thought');

  await page.goto(`${journey.product.url}/desk/submissions/${other}`);
  await ready(page);
  expect(await note(page).inputValue()).toBe('');
  await page.goBack();
  await ready(page);
  await expect.poll(() => note(page).inputValue()).toBe('The next thought');
});

test('What is typed into other fields of the desk is there again after a reload, and gone once it is saved or somebody signs out', async () => {
  const path = `/desk/submissions/${await send({ ...aoife, additionalInfo: 'drafts' })}`;
  const page = await open(path, desk.handler);
  await page.getByLabel('Note for them').fill('She asked for you.');
  await page.reload();
  await ready(page);
  await expect.poll(() => page.getByLabel('Note for them').inputValue()).toBe('She asked for you.');
  await page.getByLabel('Assigned to').selectOption({ label: 'Hana Novak (me)' });
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.locator('.note').getByText('She asked for you.').waitFor();
  const kept = () => page.evaluate(() => JSON.stringify(sessionStorage));
  expect(await kept()).not.toContain('She asked');

  await page.goto(`${journey.product.url}${path}/answers`);
  await ready(page);
  await page.getByLabel('Make').fill('Skoda');
  await page.reload();
  await ready(page);
  await expect.poll(() => page.getByLabel('Make').inputValue()).toBe('Skoda');
  expect(await kept()).toContain('Skoda');
  await page.getByRole('button', { name: 'Save corrections' }).click();
  await page.getByText(/^Corrected: /).waitFor();
  expect(await kept()).not.toContain('Skoda');

  await page.goto(`${journey.product.url}/desk/new`);
  await ready(page);
  await page.getByLabel('First name').fill('Halfway');
  expect(await kept()).toContain('Halfway');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You are signed out.').waitFor();
  expect(await kept()).not.toContain('Halfway');
});
