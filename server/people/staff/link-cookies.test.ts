// Protects: the token of a link leaves the address at once.
import { expect, test } from 'vitest';
import { createTestApp } from '#testing/create-test-app.ts';
import { goodPassword } from '#testing/test-accounts.ts';

const siteUrl = 'https://kerbside.example';
const owner = { id: null, name: 'Command line' };

test.each([
  ['/desk/join?invitation=', '/desk/join', '__Host-kerbside-invitation', 172_800],
  ['/desk/new-password?token=', '/desk/new-password', '__Host-kerbside-reset', 3_600],
])('%s… moves the token from the address into a cookie, and tells nobody where it was', async (link, page, name, seconds) => {
  const { app } = await createTestApp({ SITE_URL: siteUrl });
  const response = await app.request(`${link}tRam-velvet_9`);
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(page);
  expect(response.headers.get('set-cookie')).toBe(
    `${name}=tRam-velvet_9; Max-Age=${seconds}; Path=/; HttpOnly; Secure; SameSite=Lax`,
  );
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('what is no token opens nothing, nor does the link that was opened before', async () => {
  const { app } = await createTestApp({ SITE_URL: siteUrl });
  for (const token of ['', 'a;b', '%0d%0aSet-Cookie:x=y', 'x'.repeat(101)]) {
    const response = await app.request(`/desk/join?invitation=${token}`);
    expect(response.headers.get('set-cookie')).toBe(
      '__Host-kerbside-invitation=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
  }
});

test('an opened link is found among other cookies, each kind by its name', async () => {
  const { services } = await createTestApp({ SITE_URL: siteUrl });
  const { openedLink } = services.auth;
  const cookie = 'a=b; __Host-kerbside-invitation=one; __Host-kerbside-reset=two';
  expect(openedLink('invitation', { cookie })).toBe('one');
  expect(openedLink('reset', { cookie })).toBe('two');
  expect(openedLink('reset', { cookie: null })).toBe('');
});

test('who opened an invitation that a scanner fetched before signs up without its token in the page, and the cookie is then removed', async () => {
  const { app, services } = await createTestApp({ SITE_URL: siteUrl });
  const link = new URL(await services.auth.invite(owner, 'hana@kerbside.example', 'handler'));
  for (const method of ['HEAD', 'GET']) await app.request(link.pathname + link.search, { method });
  const opened = await app.request(link.pathname + link.search);
  const [cookie = ''] = opened.headers.get('set-cookie')?.split(';') ?? [];
  const given = { email: 'hana@kerbside.example', password: goodPassword, options: { name: 'Hana Novak' } };
  const headers = { Origin: siteUrl, Cookie: cookie, 'Content-Type': 'application/json' };
  const response = await app.request('/auth/sign-up', { method: 'POST', headers, body: JSON.stringify(given) });
  expect(response.status).toBe(200);
  expect(response.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^__Host-kerbside-invitation=;.*Max-Age=0/));
});

test('what a page of the desk loads is asked for without the address of the page', async () => {
  const { app } = await createTestApp({ SITE_URL: siteUrl });
  for (const path of ['/desk', '/desk.data?q=Quorra', '/desk/people?about=quorra', '/desk/sign-in'])
    expect((await app.request(path)).headers.get('referrer-policy')).toBe('strict-origin');
});
