// Protects: a page that stays as it is signs in again with both factors, and with nothing less.
import { expect, test } from 'vitest';
import { minute } from '#forms/durations.ts';
import { testDatabases } from '#testing/databases.ts';
import { createTestAuth, createTestBrowser, goodPassword, linkIn } from '#testing/test-accounts.ts';

const databases = testDatabases();
const email = 'hana@kerbside.example';

async function setup() {
  const database = await databases.open('sqlite');
  const { auth, join, advance, emails } = await createTestAuth(database);
  const { code, staff } = await join(email);
  const other = await join('theo@kerbside.example', 'owner');
  advance(minute);
  const browser = createTestBrowser();
  const state = async () => {
    const read = await auth.read(browser.context(), { active: true });
    return read.kind === 'signed in' ? read.staff.email : read.kind;
  };
  const signInAgain = async (given: { password?: string; code?: string }) =>
    browser.saveCookies(await auth.signInAgain({ email, password: goodPassword, code: code(), ...given }, browser.context()));
  const sessions = async () =>
    (await database.db.selectFrom('staff_sessions').select('userId').execute()).map(({ userId }) => userId);
  return { auth, browser, staff, other, emails, sessions, state, signInAgain };
}

test('neither the password nor a code alone begins a session, and both do', async () => {
  const { state, signInAgain } = await setup();
  expect(await signInAgain({ password: 'not the password' })).toMatchObject({
    kind: 'refused',
    message: expect.stringMatching(/email or the password/),
  });
  expect(await signInAgain({ code: '000000' })).toMatchObject({
    kind: 'refused',
    message: expect.stringMatching(/code is not right/),
  });
  expect(await signInAgain({ code: '' })).toMatchObject({ kind: 'refused' });
  expect(await state()).toBe('signed out');
  expect((await signInAgain({})).kind).toBe('signed in');
  expect(await state()).toBe(email);
});

test('the first step of another account that was begun in the browser is not gone on with', async () => {
  const { auth, browser, other, state, signInAgain } = await setup();
  const begun = await auth.signIn({ email: 'theo@kerbside.example', password: goodPassword }, browser.context());
  browser.saveCookies(begun);
  expect((await signInAgain({ code: other.code() })).kind).toBe('refused');
  expect(await state()).toBe('signed out');
  expect((await signInAgain({})).kind).toBe('signed in');
  expect(await state()).toBe(email);
});

test('where both factors were reset, the password alone leaves no session behind, and the message says where to go on', async () => {
  const { auth, staff, other, emails, sessions, state, signInAgain } = await setup();
  await auth.accounts.resetFactors(other.staff, staff.id);
  expect(await signInAgain({})).toMatchObject({ kind: 'refused', message: expect.stringMatching(/email or the password/) });
  const [received] = await emails('password-reset');
  await auth.reset(linkIn(received).searchParams.get('token') ?? '', 'another tram, another orbit');
  expect(await signInAgain({ password: 'another tram, another orbit' })).toMatchObject({
    kind: 'refused',
    message: expect.stringMatching(/was reset/),
    cookies: [],
  });
  expect(await state()).toBe('signed out');
  expect(await sessions()).toEqual([other.staff.id]);
});
