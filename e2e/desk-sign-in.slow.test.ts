// Protects: staff join and sign in without scripts, with a new password by email, and sign out of all tabs at once.
import { expect, test } from 'vitest';
import { codeFor, goodPassword } from '#testing/test-accounts.ts';
import { ready } from './harness/browser.ts';
import { addSession, beginToJoin, invite, watchSession } from './harness/desk-setup.ts';
import { setupJourney } from './harness/journey.ts';
import { createStaff } from './harness/staff-template.ts';

const journey = setupJourney();
const refusedOnPurpose = /status of (401|403|422)/;

test('without scripts an invited member joins, and signs in again to the page that they asked for', async () => {
  const page = await journey.newPage({ javaScriptEnabled: false, expected: refusedOnPurpose });
  await page.goto(invite(journey.product, 'noscript@kerbside.example'));
  const uri = await beginToJoin(page, 'Olu Adeyemi');
  await page.getByLabel('Six digits').fill(codeFor(uri));
  await page.getByRole('button', { name: /finish/ }).click();
  await page.getByRole('heading', { name: 'Queue' }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You are signed out.').waitFor();
  await page.goto(`${journey.product.url}/desk/all?list=new`);
  await page.getByLabel('Email').fill('noscript@kerbside.example');
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').filter({ hasText: 'The email or the password is not right.' }).waitFor();
  await page.getByLabel('Password').fill(goodPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Code from your authenticator app').fill(codeFor(uri, Date.now() + 30_000));
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('heading', { name: 'All claims' }).waitFor();
});

test('a link for a new password is sent by email', async () => {
  const handler = await createStaff(journey.product, 'ines@kerbside.example');
  const page = await journey.visit('/desk/forgotten');
  await page.getByLabel('Email').fill(handler.staff.email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await page.getByRole('status').filter({ hasText: 'is on its way' }).waitFor();
  const received = await journey.mailbox.waitForEmail(({ envelope }) => envelope.to.includes(handler.staff.email));
  const link = /http\S+new-password\S+/.exec(received.text ?? '')?.[0] ?? '';
  await page.goto(link);
  await page.getByLabel('New password').fill('velvet orbit tram 12');
  await page.getByRole('button', { name: 'Change it' }).click();
  await page.getByText('Your password was changed.').waitFor();
  await page.getByLabel('Email').fill(handler.staff.email);
  await page.getByLabel('Password').fill('velvet orbit tram 12');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Code from your authenticator app').waitFor();
});

test('the notice of a failed sign-up is removed when the sign-up succeeds', async () => {
  const page = await journey.newPage({ expected: refusedOnPurpose });
  await page.goto(invite(journey.product, 'ana@kerbside.example'));
  await ready(page);
  await page.getByLabel('Your name').fill('Ana');
  await page.getByLabel('Choose a password').fill('aaaaaaaaaaaaaaa');
  await page.getByRole('button', { name: /Go on/ }).click();
  const notice = page.locator('.notice');
  await notice.filter({ hasText: 'Sign up Failed' }).waitFor();
  await page.getByLabel('Choose a password').fill(goodPassword);
  await page.getByLabel('Choose a password').press('Enter');
  await page.getByLabel('Your password, once more').fill(goodPassword);
  await page.getByRole('button', { name: 'Set up' }).click({ force: true });
  await page.getByRole('heading', { name: 'Scan this with the app' }).waitFor();
  await expect.poll(() => notice.count()).toBe(0);
});

test('signing out in one tab signs out the other tab', async () => {
  const kim = await createStaff(journey.product, 'kay@kerbside.example');
  const page = await journey.newPage();
  await addSession(page, journey.product, kim);
  await page.goto(`${journey.product.url}/desk`);
  await ready(page);
  const other = await page.context().newPage();
  const sessionKnown = watchSession(other);
  await other.goto(`${journey.product.url}/desk/account`);
  await sessionKnown();
  await other.getByText('This browser', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await other.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(other.url()).searchParams.get('to')).toBe('/desk/account');
});
