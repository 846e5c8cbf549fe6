// Protects: staff join and sign in with two factors, and public pages know nothing of it.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { isSample, sampled } from '#testing/sampled.ts';
import { codeFor, goodPassword } from '#testing/test-accounts.ts';
import { ready } from './harness/browser.ts';
import { addSession, beginToJoin, invite, watchSession } from './harness/desk-setup.ts';
import { ownServers, setupJourney } from './harness/journey.ts';
import { createStaff } from './harness/staff-template.ts';

const journey = setupJourney(ownServers);
const refusedOnPurpose = /status of (401|403|422)/;

/** Joins by an invitation, from its page to the inbox. Returns the address that the authenticator app was given. */
async function joinBy(page: Page, link: string, name?: string): Promise<string> {
  await page.goto(link);
  const uri = await beginToJoin(page, name);
  expect(await page.locator('.recovery-codes li').count()).toBe(10);
  await page.getByLabel('Six digits').fill('000000');
  await page.getByRole('button', { name: /finish/ }).click();
  await page.getByRole('alert').filter({ hasText: 'That code is not right' }).waitFor();
  expect(await page.getByRole('link', { name: 'Open the app' }).getAttribute('href')).toBe(uri);
  await page.getByLabel('Six digits').fill(codeFor(uri));
  await page.getByRole('button', { name: /finish/ }).click();
  await page.getByRole('heading', { name: 'Queue' }).waitFor();
  return uri;
}

test.each(sampled([true, false]))(
  'the first owner joins by a link from the command line and signs in again with password and code (JavaScript: %s)',
  async (javaScriptEnabled) => {
    const email = `olu-${javaScriptEnabled}@kerbside.example`;
    const page = await journey.newPage({ javaScriptEnabled, expected: refusedOnPurpose });
    const uri = await joinBy(page, invite(journey.product, email), `Olu ${javaScriptEnabled}`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();

    await page.goto(`${journey.product.url}/desk?list=new`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    // Without its scripts the page shows no notice.
    if (javaScriptEnabled) await ready(page);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').filter({ hasText: 'The email or the password is not right.' }).waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    await page.getByLabel('Password').fill(goodPassword);
    if (javaScriptEnabled) {
      await page.locator('.notice').filter({ hasText: 'Sign in Failed' }).waitFor();
      // Another server answers in the place of ours.
      await page.route('**/desk/sign-in.data*', (route) => route.fulfill({ status: 403, body: 'Forbidden' }));
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').filter({ hasText: 'Something went wrong' }).waitFor();
      expect(await page.getByLabel('Email').inputValue()).toBe(email);
      await page.unroute('**/desk/sign-in.data*');
      await page.getByLabel('Password').fill(goodPassword);
    }
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Code from your authenticator app').fill(codeFor(uri, Date.now() + 30_000));
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('heading', { name: 'All claims' }).waitFor();
    expect(new URL(page.url()).search).toBe('?list=new');
  },
);

test('a sign-in that a lost connection or a proxy keeps from us leaves the page, with what was typed', async () => {
  const page = await journey.visit('/desk/sign-in', { expected: /Failed to load|status of 403/ });
  await ready(page);
  await page.getByLabel('Email').fill('hana@kerbside.example');
  await page.getByLabel('Password').fill(goodPassword);
  const answers: ('abort' | 'fulfill')[] = ['abort', 'fulfill'];
  for (const answer of answers) {
    await page.route('**/*sign-in*', (route) =>
      answer === 'abort' ? route.abort() : route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>No</h1>' }),
    );
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const notice = page.locator('.notice').filter({ hasText: 'Sign in Failed' });
    await notice.getByText('Something went wrong').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Sign in', exact: true }).isEnabled()).toBe(true);
    expect(await page.getByLabel('Email').inputValue()).toBe('hana@kerbside.example');
    expect(await page.getByLabel('Password').inputValue()).toBe(goodPassword);
    await page.unroute('**/*sign-in*');
  }
});

test.skipIf(isSample)('a link for a new password is sent by email', async () => {
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

test.skipIf(isSample)('the notice of a failed sign-up is removed when the sign-up succeeds', async () => {
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

test.skipIf(isSample)('signing out in one tab signs out the other tab', async () => {
  const kim = await createStaff(journey.product, 'kim@kerbside.example');
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

test('public pages request no session and load none of its scripts', async () => {
  const page = await journey.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const path of ['/', '/make-a-claim', '/contact']) {
    await page.goto(journey.product.url + path, { waitUntil: 'networkidle' });
    await ready(page);
  }
  const scripts = await Promise.all(
    [...new Set(asked.filter((path) => path.endsWith('.js') && !path.includes('manifest')))].map((path) =>
      journey.product.request(path),
    ),
  );
  expect(scripts.length).toBeGreaterThan(1);
  expect(asked.filter((path) => path.startsWith('/auth/'))).toEqual([]);
  expect(scripts.filter(({ text }) => /auth\/sign|authenticator app/.test(text))).toEqual([]);
});

test('with the hint cookie every page reads the session, and a failed sign-out shows a notice', async () => {
  const page = await journey.newPage({ expected: /status of 503|Failed to load/ });
  await addSession(page, journey.product, await createStaff(journey.product, 'sam@kerbside.example'));
  const response = page.waitForResponse(/\/auth\/session$/);
  await page.goto(`${journey.product.url}/about`);
  expect(await (await response).json()).toMatchObject({ user: { email: 'sam@kerbside.example' }, session: { complete: true } });
  await page.goto(`${journey.product.url}/desk`);
  await ready(page);
  await page.route('**/auth/sign-out', (route) => route.fulfill({ status: 503, contentType: 'application/json', body: '{}' }));
  await page.getByRole('button', { name: 'Sign out' }).click();
  const notice = page.locator('.notice').filter({ hasText: 'Sign out Failed' });
  await notice.getByText('Something went wrong').waitFor();
});
