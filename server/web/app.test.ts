// Protects: each address answers with the methods, status codes and headers that it should, and errors tell nothing.
import { expect, test } from 'vitest';
import { sampleMessages } from '#testing/fixtures/submissions.ts';
import { until } from '#testing/until.ts';
import { createTestApp } from '../../testing/create-test-app.ts';

const harpreet = sampleMessages[0].data;

test('it is alive and ready, and says where the store is away: a balancer that took it out would leave visitors without the number', async () => {
  const { app, services } = await createTestApp();
  expect(await (await app.request('/healthz')).json()).toEqual({ alive: true });
  const state = async () => (await app.request('/readyz')).json();
  expect(await state()).toEqual({ ready: true, store: 'up' });
  await services.close();
  expect((await app.request('/healthz')).status).toBe(200);
  // What was found holds for a second.
  await until('the store to be away', async () => (await state()).store === 'away');
  const response = await app.request('/readyz');
  expect([response.status, await response.json()]).toEqual([200, { ready: true, store: 'away', why: 'it cannot be written to' }]);
});

test("every request is routed by one regular expression, not by Hono's slower router for routes that it cannot hold", async () => {
  const { app } = await createTestApp();
  await app.request('/healthz');
  expect(app.router.name).toBe('SmartRouter + RegExpRouter');
});

test.each([
  ['/functions/v1/other', 404],
  ['/functions/v1/send-form-email/', 404],
  ['/rest/v1/letters', 404],
  ['/rest/v1/rpc/erase', 404],
])('nothing else of a Supabase project is at %s', async (path, status) => {
  const { app } = await createTestApp();
  for (const method of ['GET', 'POST', 'DELETE']) expect((await app.request(path, { method })).status).toBe(status);
});

test.each(['GET', 'PUT', 'PATCH', 'DELETE'])('%s is not possible at either endpoint', async (method) => {
  const { app, send } = await createTestApp();
  await send('Contact Us', harpreet);
  for (const path of ['/functions/v1/send-form-email', '/rest/v1/form_submissions?select=*', '/rest/v1/form_submissions']) {
    const response = await app.request(path, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    expect(await response.json()).toEqual({ message: expect.any(String) });
  }
});

test('HEAD gives nothing away either', async () => {
  const { app } = await createTestApp();
  const response = await app.request('/rest/v1/form_submissions?select=*', { method: 'HEAD' });
  expect([response.status, await response.text()]).toEqual([405, '']);
});

test('pages can only be read', async () => {
  const { app } = await createTestApp();
  for (const [path, method] of [
    ['/', 'POST'],
    ['/about', 'POST'],
    ['/make-a-claim', 'PUT'],
    ['/make-a-claim.data', 'POST'],
  ]) {
    const response = await app.request(path as string, { method });
    expect([path, response.status, response.headers.get('allow')]).toEqual([path, 405, 'GET, HEAD']);
  }
});

test('an unexpected error is logged with its message, which the response does not have', async () => {
  const { app, logged } = await createTestApp({}, { render: () => Promise.reject(new Error('the roof fell in')) });
  const response = await app.request('/contact');
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain('roof');
  expect(logged.join('')).toContain('the roof fell in');
});

test('every response is protected', async () => {
  const { app, send } = await createTestApp();
  for (const response of [await app.request('/about'), await app.request('/healthz'), await send('Contact Us', harpreet)]) {
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'/,
      ),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    });
  }
});

test('A response without a cache rule is not cached', async () => {
  const { app, send } = await createTestApp();
  const responses = [
    await send('Contact Us', harpreet),
    await send('Contact Us', {}),
    await app.request('/nowhere', { method: 'PUT' }),
  ];
  expect(responses.map(({ headers }) => headers.get('cache-control'))).toEqual(['no-store', 'no-store', 'no-store']);
});

test('a page keeps the stricter policy that it brings', async () => {
  const render = async () => new Response('', { headers: { 'Content-Security-Policy': "script-src 'sha256-x'" } });
  const { app } = await createTestApp({}, { render });
  expect((await app.request('/')).headers.get('content-security-policy')).toBe("script-src 'sha256-x'");
});

test('the domain is offered to browsers’ preload lists only where HSTS_PRELOAD is on', async () => {
  const { app } = await createTestApp({ HSTS_PRELOAD: 'on' });
  for (const path of ['/healthz', '/about'])
    expect((await app.request(path)).headers.get('strict-transport-security')).toBe(
      'max-age=63072000; includeSubDomains; preload',
    );
});

test('Responses over plain HTTP have no HSTS header', async () => {
  const { app } = await createTestApp({ SITE_URL: 'http://127.0.0.1:3000' });
  expect((await app.request('/healthz')).headers.has('strict-transport-security')).toBe(false);
});
