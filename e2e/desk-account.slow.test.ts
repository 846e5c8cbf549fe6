// Protects: staff change their account in the browser, with and without JavaScript.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { codeFor, goodPassword, type TestStaff } from '#testing/test-accounts.ts';
import { axeViolations, horizontalOverflow } from './harness/axe-violations.ts';
import { ready } from './harness/browser.ts';
import { setupDeskJourney } from './harness/desk-setup.ts';
import { createStaff } from './harness/staff-template.ts';

const desk = setupDeskJourney();
const refusedOnPurpose = /status of 422/;
const ways = [true, false];

/** Recovery codes are used, because they are valid at any time, and a code of the app only once in half a minute. */
async function typeBothFactors(page: Page, code: string, password = goodPassword): Promise<void> {
  await page.getByLabel('Your password', { exact: true }).fill(password);
  await page.getByLabel('Code from your authenticator app').fill(code);
}

async function expectNoAxeViolations(page: Page, state: string): Promise<void> {
  expect(await axeViolations(page), state).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await horizontalOverflow(page), `${state}: sideways scroll at 320 px`).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function signIn(page: Page, email: string, code: string, by: 'code' | 'recovery code'): Promise<void> {
  await page.goto(`${desk.journey.product.url}/desk/sign-in`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(goodPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Code from your authenticator app').waitFor();
  if (by === 'recovery code') await page.getByText('No phone at hand?').click();
  await page.getByLabel(by === 'code' ? 'Code from your authenticator app' : 'Recovery code').fill(code);
  await page.getByRole('button', { name: 'Go on' }).click();
}

test.each(ways)('name and address can be changed, the address with both factors (JavaScript: %s)', async (javaScriptEnabled) => {
  const email = `kim-${javaScriptEnabled}@kerbside.example`;
  const kim = await createStaff(desk.journey.product, email, 'handler', `Kim Ode ${javaScriptEnabled}`);
  const page = await desk.open('/desk/account', kim, { javaScriptEnabled, expected: refusedOnPurpose });
  await page.getByText('Change your name').click();
  await page.getByLabel('Your name').fill(`Kim Odell ${javaScriptEnabled}`);
  await page.getByRole('button', { name: 'Change the name' }).click();
  await page.getByText('Your name was changed.').waitFor();
  await page.getByRole('banner').getByText(`Kim Odell ${javaScriptEnabled}`).waitFor();

  await page.getByText('Change your email').click();
  await page.getByLabel('New email').fill(`odell-${javaScriptEnabled}@kerbside.example`);
  await typeBothFactors(page, kim.recoveryCodes[0] ?? '', 'not the password');
  await page.getByRole('button', { name: 'Change the email' }).click();
  await page.locator('.field-error').filter({ hasText: 'That password is not right.' }).waitFor();
  expect(await page.getByLabel('New email').inputValue()).toBe(`odell-${javaScriptEnabled}@kerbside.example`);
  if (javaScriptEnabled) await expectNoAxeViolations(page, 'a refused change of address');
  await typeBothFactors(page, kim.recoveryCodes[0] ?? '');
  await page.getByRole('button', { name: 'Change the email' }).click();
  await page.getByText('Your email was changed.').waitFor();
  const received = await desk.journey.mailbox.waitForEmail(
    ({ subject, envelope }) => Boolean(subject?.includes('email address')) && envelope.to.includes(email),
  );
  expect(received.text).toContain(`odell-${javaScriptEnabled}@kerbside.example`);
});

test.each(ways)(
  'the authenticator moves to another phone, and its new recovery codes work (JavaScript: %s)',
  async (javaScriptEnabled) => {
    const email = `sam-${javaScriptEnabled}@kerbside.example`;
    const sam = await createStaff(desk.journey.product, email);
    const page = await desk.open('/desk/account', sam, { javaScriptEnabled, expected: refusedOnPurpose });
    await page.getByRole('link', { name: 'Move it to another phone' }).click();
    await typeBothFactors(page, sam.recoveryCodes[0] ?? '');
    await page.getByRole('button', { name: 'Show the QR code' }).click();
    const uri = (await page.getByRole('link', { name: 'Open the app' }).getAttribute('href')) ?? '';
    const codes = await page.locator('.recovery-codes li').allTextContents();
    expect(codes).toHaveLength(10);
    if (javaScriptEnabled) await expectNoAxeViolations(page, 'the QR code');
    await page.getByLabel('Six digits').fill('000000');
    await page.getByRole('button', { name: /finish/ }).click();
    await page.getByRole('alert').filter({ hasText: 'That code is not right' }).waitFor();
    await page.getByLabel('Six digits').fill(codeFor(uri));
    await page.getByRole('button', { name: /finish/ }).click();
    await page.getByText('Your authenticator app was moved.').waitFor();

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    await signIn(page, email, codes[0] ?? '', 'recovery code');
    await page.getByRole('heading', { name: 'Queue' }).waitFor();
  },
);

test.each(ways)('recovery codes can be replaced, copied and printed (JavaScript: %s)', async (javaScriptEnabled) => {
  const member = await createStaff(desk.journey.product, `noor-${javaScriptEnabled}@kerbside.example`);
  const page = await desk.open('/desk/account', member, { javaScriptEnabled, expected: refusedOnPurpose });
  await page.getByRole('link', { name: 'Make new recovery codes' }).click();
  await typeBothFactors(page, member.recoveryCodes[0] ?? '');
  await page.getByRole('button', { name: 'Make new codes' }).click();
  await page.getByText('The recovery codes that you had before no longer work.').waitFor();
  const codes = await page.locator('.recovery-codes li').allTextContents();
  expect(codes).toHaveLength(10);
  expect(codes).not.toContain(member.recoveryCodes[1]);

  const copy = page.getByRole('button', { name: 'Copy' });
  // The first appears a moment after the codes.
  if (javaScriptEnabled) await copy.waitFor();
  expect([await copy.count(), await page.getByRole('button', { name: 'Print' }).count()]).toEqual(
    javaScriptEnabled ? [1, 1] : [0, 0],
  );
  if (javaScriptEnabled) {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await copy.click();
    await page.getByText('Copied').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    for (const code of codes) expect(copied).toContain(code);
    await expectNoAxeViolations(page, 'new recovery codes');
  }
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.recovery-codes').isVisible()).toBe(true);
  expect(await page.locator('header, button:visible').filter({ visible: true }).count()).toBe(0);
});

test('a password can be shown while it is typed, and is hidden when it is sent', async () => {
  const page = await desk.journey.visit('/desk/sign-in', { expected: refusedOnPurpose });
  const field = page.getByLabel('Password');
  const show = page.getByRole('button', { name: 'Show' });
  await field.fill('what I typed');
  expect(await field.getAttribute('type')).toBe('password');
  await show.click();
  expect(await field.getAttribute('type')).toBe('text');
  await page.getByRole('button', { name: 'Hide' }).waitFor();
  expect(await field.inputValue()).toBe('what I typed');
  await expectNoAxeViolations(page, 'a password that is shown');
  await page.getByLabel('Email').fill('nobody@kerbside.example');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  expect(await field.getAttribute('type')).toBe('password');
  await show.waitFor();
  const plain = await desk.journey.visit('/desk/sign-in', { javaScriptEnabled: false });
  expect(await plain.getByRole('button', { name: 'Show' }).count()).toBe(0);
});

test.each(ways)('a handler is made an owner with both factors (JavaScript: %s)', async (javaScriptEnabled) => {
  const member = await createStaff(desk.journey.product, `ada-${javaScriptEnabled}@kerbside.example`);
  const page = await desk.open('/desk/staff', desk.owner, { javaScriptEnabled, expected: refusedOnPurpose });
  const card = page.locator('li.card').filter({ hasText: member.staff.email });
  const code = desk.owner.recoveryCodes[javaScriptEnabled ? 0 : 1] ?? '';
  const give = async (password: string) => {
    await card.getByLabel('Your password').fill(password);
    await card.getByLabel('Code from your authenticator app').fill(code);
    await card.getByRole('button', { name: 'Make an owner' }).click();
  };
  await card.getByText('Make an owner…').click();
  await give('not the password');
  await card.locator('.field-error').filter({ hasText: 'That password is not right.' }).waitFor();
  if (javaScriptEnabled) await expectNoAxeViolations(page, 'a refused owner');
  await give(goodPassword);
  await page.getByText('The role was changed.').waitFor();
  await card.getByText('Owner', { exact: true }).waitFor();
});

test.each(ways)(
  'resetting factors and closing an account are confirmed first, and an invitation can be withdrawn (JavaScript: %s)',
  async (javaScriptEnabled) => {
    const member: TestStaff = await createStaff(
      desk.journey.product,
      `lee-${javaScriptEnabled}@kerbside.example`,
      'handler',
      `Lee ${javaScriptEnabled}`,
    );
    const page = await desk.open('/desk/staff', desk.owner, { javaScriptEnabled });
    const card = page.locator('li.card').filter({ hasText: member.staff.email });
    const stillIn = async () => {
      const response = await desk.journey.product.request('/desk/account', {
        headers: { Cookie: member.browser.context().cookie ?? '' },
      });
      return response.status === 200;
    };
    await card.getByText('Lost phone: reset both factors').click();
    await card.getByText('Both factors and all passkeys stop working at once').waitFor();
    expect(await stillIn()).toBe(true);
    await card.getByText('Close the account').first().click();
    await card.getByText('Their sessions end at once').waitFor();
    expect(await stillIn()).toBe(true);
    await card.getByRole('button', { name: 'Reset both factors' }).click();
    await page.getByText('Both factors and all passkeys are gone.').waitFor();
    expect(await stillIn()).toBe(false);

    const invited = `ash-${javaScriptEnabled}@kerbside.example`;
    await page.getByLabel('Email').fill(invited);
    await page.getByRole('button', { name: 'Send the invitation' }).click();
    await page.getByText('The invitation is on its way.').waitFor();
    const received = await desk.journey.mailbox.waitForEmail(({ envelope }) => envelope.to.includes(invited));
    const link = /http\S+invitation=\S+/.exec(received.text ?? '')?.[0] ?? '';
    const line = page.locator('li').filter({ hasText: invited });
    await line.getByText('Withdraw').first().click();
    await line.getByRole('button', { name: 'Withdraw the invitation' }).click();
    await page.getByText('The invitation was withdrawn.').waitFor();
    await line.waitFor({ state: 'detached' });
    await page.goto(link);
    await page.getByRole('heading', { name: 'This invitation is not valid' }).waitFor();
  },
);

test.each(ways)(
  'the page of an expired link for a new password says so before anything is typed (JavaScript: %s)',
  async (javaScriptEnabled) => {
    const page = await desk.journey.visit('/desk/new-password?token=made-up', { javaScriptEnabled });
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    expect(await page.locator('input[type=password]').count()).toBe(0);
    await page.getByRole('link', { name: 'Ask for another link' }).click();
    await page.getByRole('heading', { name: 'Forgotten your password?' }).waitFor();
  },
);

test.each(ways)('error pages keep the header of the desk (JavaScript: %s)', async (javaScriptEnabled) => {
  const page = await desk.open('/desk/nothing-here', desk.handler, { javaScriptEnabled, expected: /status of 40[34]/ });
  for (const [path, title] of [
    ['/desk/nothing-here', 'Not found'],
    ['/desk/submissions/no-such-claim', 'Not found'],
    ['/desk/audit', 'That is for owners'],
  ] as const) {
    await page.goto(desk.journey.product.url + path);
    if (javaScriptEnabled) await ready(page);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(await page.locator('main').count(), path).toBe(1);
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Queue' }).click();
    await page.getByRole('heading', { name: 'Queue' }).waitFor();
  }
});

test('being away is set with a cover on the page of the account, is seen where claims are assigned, and ended', async () => {
  const id = await desk.send({ ...aoife, additionalInfo: 'while one is away' });
  const page = await desk.open('/desk/account', desk.handler, { expected: /status of 422/ });
  await page.getByLabel('Back at work on').fill('2030-01-01');
  await page.getByLabel('Who covers').selectOption({ label: 'Grace Boateng' });
  await page.getByRole('button', { name: 'Set away' }).click();
  await page.getByRole('alert').filter({ hasText: 'within a year' }).waitFor();
  await page.getByLabel('Back at work on').fill(new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10));
  await page.getByRole('button', { name: 'Set away' }).click();
  await page.getByText(/^You are away until .* Grace Boateng sees the steps\.$/).waitFor();
  const theirs = await desk.open(`/desk/submissions/${id}`, desk.owner);
  expect(await theirs.getByLabel('Assigned to').textContent()).toMatch(/Hana Novak \(away until /);
  await page.getByRole('button', { name: 'I am back' }).click();
  await page.getByText(/^You are away until/).waitFor({ state: 'detached' });
});
