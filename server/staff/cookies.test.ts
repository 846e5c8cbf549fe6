import { expect, test } from 'vitest';
import { createTestAuth, createTestBrowser, goodPassword } from '#testing/create-test-staff.ts';
import { testDatabases } from '#testing/databases.ts';
import { hintCookie } from './cookies.ts';

const databases = testDatabases();

test('the session cookie is for this host, over TLS, and not for scripts', async () => {
  const { auth, join } = createTestAuth(await databases.open('sqlite'));
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

test('the hint is for scripts, says nothing of who it is, and is taken back', () => {
  expect(hintCookie('https://kerbside.example', true)).toBe('kerbside_staff=1; Path=/; SameSite=Lax; Max-Age=28800; Secure');
  expect(hintCookie('http://127.0.0.1:3000', false)).toBe('kerbside_staff=; Path=/; SameSite=Lax; Max-Age=0');
});
