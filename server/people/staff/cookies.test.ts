// Protects: cookies of staff are safe, and survive a new secret.
import { expect, onTestFinished, test } from 'vitest';
import { minute } from '#forms/durations.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { testDatabases } from '#testing/databases.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { createTestAuth, createTestBrowser, goodPassword, joinAsStaff } from '#testing/test-accounts.ts';
import { hintCookie } from './cookies.ts';

const databases = testDatabases();
const email = 'hana@kerbside.example';
const [old, fresh] = ['the old secret of thirty-two chars', 'the fresh secret of thirty-two chars'];

test('the session cookie is for this host, over TLS, and not readable by scripts', async () => {
  const { auth, join } = await createTestAuth(await databases.open('sqlite'));
  await join('hana@kerbside.example');
  const { cookies } = await auth.signIn(
    { email: 'hana@kerbside.example', password: goodPassword },
    createTestBrowser().context(),
  );
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__Host-kerbside\./);
    expect(cookie).toMatch(/; Path=\/(;|$)/);
    for (const word of ['Secure', 'HttpOnly', 'SameSite=Lax']) expect(cookie).toContain(word);
    expect(cookie).not.toContain('Domain');
  }
});

test('the hint cookie is readable by scripts, does not say who is signed in, and is removed at sign-out', () => {
  expect(hintCookie('https://kerbside.example', true)).toBe('kerbside_staff=1; Max-Age=28800; Path=/; Secure; SameSite=Lax');
  expect(hintCookie('http://127.0.0.1:3000', false)).toBe('kerbside_staff=; Max-Age=0; Path=/; SameSite=Lax');
});

test('a session signed with the previous secret continues, also in a form, and ends without that secret', async () => {
  const dataDir = temporaryFolder();
  const before = await createTestApp({ DATA_DIR: dataDir, AUTH_SECRET: old });
  const { browser } = await joinAsStaff(before.services.auth, email, 'handler', 'Hana Novak', before.services.now);
  await before.close();
  const cookie = browser.context().cookie ?? '';
  const sessionWith = async (settings: Record<string, string>) => {
    const { app, close } = await createTestApp({ DATA_DIR: dataDir, ...settings });
    onTestFinished(close);
    const { user } = await (await app.request('/auth/session', { headers: { cookie } })).json();
    const posted = await app.request('/desk/sign-out', {
      method: 'POST',
      body: 'act=nothing',
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', origin: 'https://kerbside.example' },
    });
    await close();
    return [user?.email ?? null, posted.status];
  };
  expect(await sessionWith({ AUTH_SECRET: fresh })).toEqual([null, 200]);
  expect(await sessionWith({ AUTH_SECRET: fresh, AUTH_SECRET_PREVIOUS: old })).toEqual([email, 200]);
});

test('a second factor, a known browser and an unsent link survive a new secret; the factor needs the previous one once', async () => {
  const database = await databases.open('sqlite');
  const before = await createTestAuth(database, { secret: old });
  const { browser, code, recoveryCodes, staff } = await before.join(email, 'owner');
  await before.auth.accounts.invite(staff, 'kim@kerbside.example');

  const rotated = await createTestAuth(database, { secret: fresh, previousSecret: old });
  rotated.advance(minute);
  const [received] = await rotated.emails('invitation');
  expect(JSON.parse(received?.details ?? '{}').url).toContain('/desk/join?invitation=');
  // A stranger is locked out; the browser that was known before is not.
  for (let i = 0; i < 5; i += 1)
    await rotated.auth.signIn({ email, password: 'not the password' }, createTestBrowser().context());
  expect((await rotated.auth.signIn({ email, password: goodPassword }, createTestBrowser().context())).kind).toBe('refused');
  expect(browser.saveCookies(await rotated.auth.signIn({ email, password: goodPassword }, browser.context())).kind).toBe(
    'code required',
  );
  expect(browser.saveCookies(await rotated.auth.enterCode(code(), browser.context())).kind).toBe('signed in');

  const alone = await createTestAuth(database, { secret: fresh });
  alone.advance(20 * minute);
  expect(browser.saveCookies(await alone.auth.signIn({ email, password: goodPassword }, browser.context())).kind).toBe(
    'code required',
  );
  expect(browser.saveCookies(await alone.auth.enterRecoveryCode(recoveryCodes[0] ?? '', browser.context())).kind).toBe(
    'signed in',
  );
});
