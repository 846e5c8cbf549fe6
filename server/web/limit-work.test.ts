// Protects: dear requests are limited by address before they cost anything.
import { describe, expect, test } from 'vitest';
import { problemPage, refusals } from '#forms/errors.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { sampleMessages } from '#testing/fixtures/submissions.ts';
import { workAllowance } from './limit-work.ts';

const own = { Origin: 'https://kerbside.example' };
const urlencoded = { ...own, 'Content-Type': 'application/x-www-form-urlencoded' };
const files = { ...own, 'Content-Type': 'multipart/form-data; boundary=x' };
const json = { ...own, 'Content-Type': 'application/json' };

/** The app behind one proxy, and how many pages it rendered. */
async function setup(settings: Record<string, string> = {}) {
  const count = { rendered: 0 };
  const testApp = await createTestApp(
    { TRUST_PROXY: '1', ...settings },
    {
      render: async () => {
        count.rendered += 1;
        return new Response('', { status: 422 });
      },
    },
  );
  const ask = (address: string, path: string, { headers, ...init }: RequestInit & { headers?: Record<string, string> } = {}) =>
    testApp.app.request(path, { ...init, headers: { ...headers, 'X-Forwarded-For': address } });
  return { ...testApp, ask, count };
}

const post = (headers: Record<string, string>, body: string) => ({ method: 'POST', headers, body });

/** Requests that cost milliseconds whatever becomes of them, and what each counts as. */
const dear: [string, string, RequestInit & { headers?: Record<string, string> }, number][] = [
  ['a form that is refused', '/make-a-claim', post({ ...urlencoded, 'Content-Length': '3' }, 'a=1'), 1],
  ['the page for signing in', '/desk/sign-in', {}, 1],
  ['a sign-in', '/desk/sign-in', post({ ...urlencoded, 'Content-Length': '3' }, 'a=1'), 1],
  ['a sign-in at an address that React Router takes for the same', '/desk/Sign-In/', post(urlencoded, 'a=1'), 101],
  ['both steps of it over a page', '/desk/sign-in/again', post(urlencoded, 'a=1'), 101],
  ['its data, asked for with a slash', '/desk/sign-in/_.data', post(urlencoded, 'a=1'), 101],
  ['a form of 100 KB that is refused', '/contact', post({ ...urlencoded, 'Content-Length': '102400' }, 'a=1'), 101],
  ['a form of a length that is not announced', '/contact', post(urlencoded, 'a=1'), 101],
  ['the page of a claim', '/your-claim', {}, 1],
  ['the data of that page', '/your-claim.data', {}, 1],
  ['a form of files', '/your-claim/files', post(files, '--x--'), 5],
];

describe.each(dear)('%s', (_, path, init, cost) => {
  test('is limited by address, and refused without rendering anything', async () => {
    const { ask, count, clock } = await setup();
    const allowed = Math.ceil(workAllowance.burst / cost);
    for (let index = 0; index < allowed; index += 1) expect((await ask('203.0.113.7', path, init)).status).not.toBe(429);
    const before = count.rendered;
    const refused = await ask('203.0.113.7', path, init);
    const seconds = Number(refused.headers.get('retry-after'));
    expect([refused.status, await refused.json()]).toEqual([429, { message: refusals.tooMuchWork(seconds) }]);
    expect(count.rendered).toBe(before);
    expect((await ask('203.0.113.8', path, init)).status).not.toBe(429);
    clock.now += seconds * 1_000;
    expect((await ask('203.0.113.7', path, init)).status).not.toBe(429);
  });
});

test('a network that has sixty-five thousand addresses is limited too, and its neighbour is not', async () => {
  const { ask } = await setup();
  const statuses = new Map<number, number>();
  for (let index = 0; index < 4 * workAllowance.burst + 100; index += 1) {
    const { status } = await ask(`2001:db8:1:${index.toString(16)}::1`, '/your-claim');
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([
    [422, 4 * workAllowance.burst],
    [429, 100],
  ]);
  expect((await ask('2001:db8:2::1', '/your-claim')).status).toBe(422);
});

test('a submission that is sent again and again is limited as well', async () => {
  const { ask, rows } = await setup();
  const body = JSON.stringify({ formName: 'Contact Us', formData: sampleMessages[0].data });
  const send = () => ask('203.0.113.7', '/functions/v1/send-form-email', post({ ...json, 'Idempotency-Key': 'k' }, body));
  for (let index = 0; index < workAllowance.burst; index += 1) expect((await send()).status).toBe(200);
  expect((await send()).status).toBe(429);
  expect(rows()).toHaveLength(1);
});

test('what is looked up by the storage endpoints is limited, and reading files is not', async () => {
  const { ask, send } = await setup();
  const { link } = await (await send('Roadside Start', idris)).json();
  const headers = { ...json, Authorization: `Bearer ${link.split('/').at(-1)}` };
  const list = () => ask('203.0.113.7', '/storage/v1/object/list/evidence', post(headers, '{"prefix":""}'));
  for (let index = 0; index < workAllowance.burst; index += 1) expect((await list()).status).toBe(200);
  expect((await list()).status).toBe(429);
  expect((await ask('203.0.113.7', '/storage/v1/object/evidence/x', { headers })).status).toBe(404);
});

test('a person is told what to do, on a page, and the form that was refused is counted', async () => {
  const { ask, services } = await setup();
  const init = post({ ...urlencoded, 'Content-Length': '102400', Accept: 'text/html' }, 'a=1');
  for (let index = 0; index < 24; index += 1) await ask('203.0.113.7', '/contact', init);
  const page = await (await ask('203.0.113.7', '/contact', init)).text();
  for (const text of [refusals.tooMuchWork(60), problemPage.title, problemPage.back]) expect(page).toContain(text);
  expect(await services.metrics.text()).toContain('kerbside_submissions_refused_total{reason="rate_limited"} 1');
});

test('where limits are off, and in a page for staff, nothing is limited', async () => {
  const { ask } = await setup({ RATE_LIMIT: 'off' });
  for (let index = 0; index < workAllowance.burst + 1; index += 1)
    expect((await ask('203.0.113.7', '/your-claim')).status).toBe(422);
  const other = await setup();
  for (let index = 0; index < workAllowance.burst + 1; index += 1)
    expect((await other.ask('203.0.113.7', '/desk/people', post(urlencoded, 'about=x'))).status).toBe(422);
});

test('pages that are posted use up nothing of what forms sent by scripts from the same address may', async () => {
  const { ask } = await setup();
  for (let posts = 0; posts < 10; posts += 1)
    await ask('203.0.113.7', '/contact', post({ ...urlencoded, 'Content-Length': '102400' }, ''));
  expect((await ask('203.0.113.7', '/contact', post({ ...urlencoded, 'Content-Length': '102400' }, ''))).status).toBe(429);
  const claim = JSON.stringify({ formName: 'Roadside Start', formData: idris });
  expect((await ask('203.0.113.7', '/functions/v1/send-form-email', post(json, claim))).status).toBe(200);
});
