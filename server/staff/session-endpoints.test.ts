// Protects: a page that stays as it is signs in again with both factors, and with nothing less.
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { minute } from '#forms/durations.ts';
import { testDatabases } from '#testing/databases.ts';
import { createTestAuth, createTestBrowser, goodPassword } from '#testing/test-accounts.ts';
import { authEndpoints } from './session-endpoints.ts';

const databases = testDatabases();
const email = 'hana@kerbside.example';

test('the code is asked after the password, and a wrong one begins no session', async () => {
  const { auth, join, advance } = createTestAuth(await databases.open('sqlite'));
  const { code } = await join(email);
  advance(minute);
  const browser = createTestBrowser();
  const app = new Hono<{ Variables: { body: unknown; address: string | null } }>();
  app.use(async (c, next) => {
    c.set('body', await c.req.json());
    c.set('address', '203.0.113.7');
    await next();
  });
  app.post('/sign-in', authEndpoints['sign-in'](auth)).post('/code', authEndpoints.code(auth));
  const post = async (path: string, body: object) => {
    const headers = { 'Content-Type': 'application/json', Cookie: browser.context().cookie ?? '', 'User-Agent': 'Test browser' };
    const response = await app.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
    browser.saveCookies({ cookies: response.headers.getSetCookie() });
    return response.status;
  };
  const state = async () => (await auth.read(browser.context(), { active: true })).kind;

  expect(await post('/code', { code: code() })).toBe(401);
  expect(await post('/sign-in', { email, password: goodPassword })).toBe(200);
  expect(await state()).toBe('signed out');
  expect(await post('/code', { code: '000000' })).toBe(401);
  expect(await post('/code', {})).toBe(401);
  expect(await state()).toBe('signed out');
  expect(await post('/code', { code: code() })).toBe(204);
  expect(await state()).toBe('signed in');
});
