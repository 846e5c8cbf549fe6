// Protects: every page of the desk is kept from those who may not see it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { root } from '#testing/product.ts';
import { readStore } from '#testing/read-store.ts';
import type { TestStaff } from '#testing/test-accounts.ts';
import { setupDeskJourney } from './harness/desk-setup.ts';
import { createStaff, openBeside } from './harness/staff-template.ts';

const desk = setupDeskJourney(null);
const { journey } = desk;
let id = '';
/** Every path that requires signing in, from app/routes.ts. */
let paths: string[] = [];

const signInPaths = [
  'desk/sign-in',
  'desk/sign-in/code',
  'desk/sign-in/again',
  'desk/join',
  'desk/second-factor',
  'desk/forgotten',
  'desk/new-password',
];

beforeAll(async () => {
  id = await desk.send({ ...aoife, additionalInfo: 'access' });
  const map = readFileSync(join(root, 'app/routes.ts'), 'utf8');
  const known = [...map.matchAll(/route\('(desk[^']*)'/g)].map(([, path]) => path ?? '');
  expect(known).toEqual(expect.arrayContaining(signInPaths));
  paths = known
    .filter((path) => !signInPaths.includes(path))
    .map((path) => `/${path.replace(':id', id).replace('*', 'no-such-screen')}`)
    .map((path) => (path.endsWith('/export') ? `${path}?about=${aoife.email}` : path));
  expect(paths.length).toBeGreaterThan(10);
});

const stored = () => readStore(journey.product).submissions.find((row) => row.id === id);
const cookieOf = ({ browser }: TestStaff) => browser.context().cookie ?? '';
const typed = () => [aoife.email, aoife.phone, aoife.lastName, aoife.postcode].map(String);

/** Requests the data of a screen as React Router's scripts do. */
const dataPath = (path: string) => {
  const [before = '', query] = path.split('?');
  return `${before}.data${query ? `?${query}` : ''}`;
};

/** What a request leads to, and by which statuses. What a page asks in the background cannot follow anybody to another page. */
const refusalOf = (ask: string): [string, number[]] =>
  ['/desk/events', '/desk/push', '/desk/ringing'].includes(ask) ? ['Signed out.', [401]] : ['/desk/sign-in', [202, 302]];

test.each([
  ['nobody', () => ''],
  ['a made-up cookie', () => 'kerbside.session_token=abcdefghijklmnop.c2lnbmF0dXJl'],
])('%s is redirected to sign-in from every address, and sees nothing', async (_, cookie) => {
  for (const path of paths) {
    for (const ask of [path, dataPath(path)]) {
      const [refusal, statuses] = refusalOf(ask);
      const response = await journey.product.request(ask, { headers: cookie() ? { Cookie: cookie() } : {} });
      const told = response.headers.location ?? response.text;
      expect(told, ask).toContain(refusal);
      expect(statuses, ask).toContain(response.status);
      expect(response.headers['cache-control'], ask).toBe('no-store');
      for (const word of typed()) expect(response.text, ask).not.toContain(word);
    }
    const posted = await journey.product.request(path, {
      method: 'POST',
      headers: { Cookie: cookie(), Origin: journey.product.url, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'act=contacted',
    });
    expect(posted.headers.location ?? posted.text, `POST ${path}`).toContain(refusalOf(path)[0]);
  }
  expect(stored()).toMatchObject({ contacted_at: null });
});

test('a session without a second factor can open only the screen that sets it up', async () => {
  const { staff, browser } = await createStaff(journey.product, 'new@kerbside.example');
  const { db, close } = await openBeside(journey.product);
  await db.updateTable('staff').set({ twoFactorEnabled: 0 }).where('id', '=', staff.id).execute();
  await close();
  for (const path of paths) {
    const response = await journey.product.request(path, { headers: { Cookie: browser.context().cookie ?? '' } });
    expect(response.headers.location, path).toBe('/desk/second-factor');
  }
});

test('handlers can neither read nor post to the screens of owners', async () => {
  const ownersOnly = ['/desk/staff', '/desk/audit', '/desk/background', `/desk/erase?submission=${id}`];
  for (const path of ownersOnly) {
    const asked = await journey.product.request(path, { headers: { Cookie: cookieOf(desk.handler) } });
    expect(asked.status, path).toBe(403);
    const posted = await journey.product.request(path, {
      method: 'POST',
      headers: {
        Cookie: cookieOf(desk.handler),
        Origin: journey.product.url,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: `act=invite&email=x%40kerbside.example&role=owner&id=${id}&reason=x&sure=yes`,
    });
    expect([403, 422, 405], `POST ${path}`).toContain(posted.status);
    expect((await journey.product.request(path, { headers: { Cookie: cookieOf(desk.owner) } })).status, path).toBe(200);
  }
  expect(stored()).toBeDefined();
});

test.each([
  ['another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
  ['another site that says nothing of itself', {}],
  ['a sandboxed frame', { Origin: 'null' }],
  ['a sister site', { Origin: 'https://blog.kerbside.example', 'Sec-Fetch-Site': 'same-site' }],
])('a post from %s with a handler’s session is refused', async (_, headers) => {
  const post = (path: string, type: string, body: string) =>
    journey.product.request(path, {
      method: 'POST',
      headers: { Cookie: cookieOf(desk.handler), 'Content-Type': type, ...headers },
      body,
    });
  const form = 'application/x-www-form-urlencoded';
  expect((await post(`/desk/submissions/${id}`, form, 'act=contacted')).status).toBe(403);
  expect((await post(`/desk/submissions/${id}.data`, form, 'act=contacted')).status).toBe(403);
  expect((await post('/desk/sign-out', form, '')).status).toBe(403);
  expect((await post('/auth/sign-out', 'application/json', '{}')).status).toBe(403);
  expect(stored()).toMatchObject({ contacted_at: null });
  expect((await journey.product.request('/desk', { headers: { Cookie: cookieOf(desk.handler) } })).status).toBe(200);
});

test.each([
  ['GET', '/desk?list=new&q=%C5%9A', '/desk?list=new&q=%C5%9A'],
  ['GET', '/desk.data?list=new&_routes=desk%2Finbox%2Fall-page', '/desk?list=new'],
  ['GET', '/desk/responses.data', '/desk/responses'],
  ['POST', '/desk/submissions/x?did=closed', '/desk/submissions/x'],
  ['POST', '/desk/submissions/x.data', '/desk/submissions/x'],
])('after a redirect from %s %s the return address is %s', async (method, path, page) => {
  const response = await journey.product.request(path, {
    method,
    headers: { Origin: journey.product.url, 'Content-Type': 'application/x-www-form-urlencoded' },
    ...(method === 'POST' && { body: 'act=closed' }),
  });
  const signIn = `/desk/sign-in?to=${encodeURIComponent(page)}`;
  expect(response.headers.location ?? response.text).toContain(signIn);
});

test('a page of the desk has a script policy with a nonce of its own, and is not cached', async () => {
  const [first, second] = await Promise.all(
    [1, 2].map(() => journey.product.request(`/desk/submissions/${id}`, { headers: { Cookie: cookieOf(desk.handler) } })),
  );
  const policy = String(first?.headers['content-security-policy']);
  expect(first?.status).toBe(200);
  expect(policy).not.toMatch(/unsafe|sha256/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(/nonce-[^']+/.exec(policy)?.[0]).not.toBe(/nonce-[^']+/.exec(String(second?.headers['content-security-policy']))?.[0]);
  expect(first?.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' });
});
