// Protects: staff add a passkey, sign in by it, and sign in again by it over a page that keeps what was typed.
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { freePort } from '#testing/free-port.ts';
import { codeFor, goodPassword, type TestStaff } from '#testing/test-accounts.ts';
import { expectAccessibleAtBothWidths } from './harness/axe-violations.ts';
import { ready } from './harness/browser.ts';
import { addSession, setupDeskJourney } from './harness/desk-setup.ts';

/** A passkey belongs to a domain, which 127.0.0.1 is not. */
const port = await freePort();
const url = `http://localhost:${port}`;
const desk = setupDeskJourney({ PORT: String(port), SITE_URL: url });

let claim = '';
beforeAll(async () => {
  claim = `/desk/submissions/${await desk.send(aoife)}`;
});

/** A page of the desk in a browser whose device has a fingerprint reader, which `isVerified` can make refuse. */
async function open(path: string, member: TestStaff | null) {
  const page = await desk.journey.newPage({ expected: /Failed to load|status of 4/ });
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  if (member) await addSession(page, { ...desk.journey.product, url }, member);
  await page.goto(url + path);
  await ready(page);
  const setVerified = (isUserVerified: boolean) => device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  return { page, setVerified };
}

/** Adds a passkey on the account page, with a code that was not used yet. */
async function addPasskey(page: Page, member: TestStaff, code = codeFor(member.uri, Date.now() + 30_000)): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Laptop');
  await page.getByLabel('Your password').fill(goodPassword);
  await page.getByLabel('Code from your authenticator app').fill(code);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
}

const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });

test('a passkey is added on the account page, signs in, and is removed without JavaScript', async () => {
  const { page, setVerified } = await open('/desk/account', desk.owner);
  await page.getByRole('link', { name: 'Add a passkey' }).click();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toMatch(/^(Linux|Mac|Windows)$/);
  await expectAccessibleAtBothWidths(page);
  await addPasskey(page, desk.owner, '000000');
  await page.getByText('That code is not right.').waitFor();
  await addPasskey(page, desk.owner);
  await page.getByText('“Laptop” was added.').waitFor();
  await page.getByRole('link', { name: 'Back to your account' }).click();
  await page.getByText('not used yet').waitFor();
  await expectAccessibleAtBothWidths(page);

  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByText('You are signed out.').waitFor();
  await ready(page);
  await expectAccessibleAtBothWidths(page);
  await setVerified(false);
  await page.getByLabel('Email').fill(desk.owner.staff.email);
  await passkeyButton(page).click();
  await page.getByText('No passkey was used.').waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe(desk.owner.staff.email);
  await setVerified(true);
  await passkeyButton(page).click();
  await page.getByRole('link', { name: 'Grace Boateng' }).click();
  await page.getByText(/^Added .*, last used /).waitFor();

  const cookies = await page.context().cookies();
  const plain = await desk.journey.newPage({ javaScriptEnabled: false });
  await plain.context().addCookies(cookies);
  await plain.goto(`${url}/desk/account/passkey`);
  expect(await plain.locator('noscript').textContent()).toContain('Adding a passkey needs JavaScript');
  expect(await plain.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0);
  await plain.goto(`${url}/desk/account`);
  const section = plain.locator('section', { has: plain.getByRole('heading', { name: 'Passkeys' }) });
  await section.getByText('Remove “Laptop”').click();
  await section.getByLabel('Your password').fill(goodPassword);
  await section.getByLabel('Code from your authenticator app').fill(desk.owner.recoveryCodes[0] ?? '');
  await section.getByRole('button', { name: 'Remove this passkey' }).click();
  await section.getByText('“Laptop” was removed.').waitFor();
  expect(await section.getByRole('listitem').count()).toBe(0);
});

test('a session that ends over a page goes on by a passkey, with all that was typed', async () => {
  const { page } = await open('/desk/account/passkey', desk.handler);
  await addPasskey(page, desk.handler);
  await page.getByText('“Laptop” was added.').waitFor();
  await page.goto(url + claim);
  await ready(page);
  await page.getByLabel('Add a note').fill('Rang at ten: she is at the garage');
  await page.context().clearCookies();
  await page.getByLabel('Add a note').press('End');
  await page.getByLabel('Add a note').pressSequentially('.');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await passkeyButton(page).waitFor();
  await expectAccessibleAtBothWidths(page);
  await passkeyButton(page).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.getByLabel('Add a note').inputValue()).toBe('Rang at ten: she is at the garage.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByText('Note added.').waitFor();
});

test('at an address that no passkey can belong to, none is offered', async () => {
  const page = await desk.journey.visit('/desk/sign-in');
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  expect(await passkeyButton(page).count()).toBe(0);
});
