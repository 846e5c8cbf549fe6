// Protects: before launch, and after an upgrade, somebody learns in words whether visitors are shown the pages of this build.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { answerHeader } from '#forms/answer-header.ts';
import { freePort } from '#testing/free-port.ts';
import { checkServed } from './pages-check.ts';

const here = { build: '0123456789ab', changes: 'fedcba987654' };
const served = { ...here, builtAt: '2026-11-21T09:30:00.000Z' };
const again = expect.stringContaining('npm run export');

const json =
  (value: unknown, status = 200): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));

const status =
  (code: number, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(code, headers).end('<!doctype html>');

test.each<[string, RequestListener, string, string, unknown]>([
  [
    'the pages of this build',
    json(served),
    'green',
    'shows pages of build 0123456789ab of 2026-11-21 at 09:30 UTC, which is this one.',
    null,
  ],
  [
    'those of an older build',
    json({ ...served, build: 'aaaaaaaaaaaa' }),
    'red',
    'shows pages of build aaaaaaaaaaaa of 2026-11-21 at 09:30 UTC, and this is build 0123456789ab.',
    again,
  ],
  [
    'pages from before the last publication',
    json({ ...served, changes: 'none' }),
    'red',
    'without what is published at /desk/site now.',
    again,
  ],
  [
    'pages of a release that does not say its build',
    status(404, { [answerHeader]: '1' }),
    'red',
    'shows pages of a release before this one',
    again,
  ],
  ['another server', status(404), 'red', 'what answers there is not Kerbside (404).', expect.any(String)],
  ['a page in its place', status(200), 'red', 'what answers there is not Kerbside.', expect.any(String)],
  ['something else in JSON', json({ build: 3 }), 'red', 'what answers there is not Kerbside.', expect.any(String)],
  [
    'a staging address with a password',
    status(401, { 'WWW-Authenticate': 'Basic' }),
    'amber',
    'asks for a password or lets nobody in (401)',
    expect.any(String),
  ],
  [
    'another address',
    status(301, { Location: 'https://www.your-site.example/build.json' }),
    'red',
    'redirects to https://www.your-site.example, and',
    expect.stringContaining('Set SITE_URL to https://www.your-site.example'),
  ],
  ['a redirect of every address', status(302, { Location: '/sign-in' }), 'red', 'redirects every address.', expect.any(String)],
  ['a redirect to nowhere', status(302, { Location: 'https://' }), 'red', 'redirects every address.', expect.any(String)],
  ['a proxy without Kerbside', status(502), 'red', 'answers with an error (502).', expect.stringContaining('Start Kerbside')],
])('%s', async (_, listener, state, says, todo) => {
  const siteUrl = await listen(listener);
  const result = await checkServed({ siteUrl, exportDir: null }, here);
  expect(result).toEqual({ about: 'pages', state, says: expect.stringContaining(`${siteUrl} `), todo });
  expect(result.says).toContain(says);
});

test('where EXPORT_DIR is set, that is what is exported again', async () => {
  const siteUrl = await listen(json({ ...served, build: 'aaaaaaaaaaaa' }));
  const { todo } = await checkServed({ siteUrl, exportDir: '/var/www/kerbside' }, here);
  expect(todo).toBe('Run npm run export -- /var/www/kerbside, and reload what serves these files.');
});

test('what is published is not compared where the store cannot be read', async () => {
  const siteUrl = await listen(json({ ...served, changes: 'others' }));
  expect(await checkServed({ siteUrl, exportDir: null }, { ...here, changes: null })).toMatchObject({ state: 'green' });
});

test.each<[string, RequestListener]>([
  ['never answers', () => {}],
  ['never ends its answer', (_, response) => void response.writeHead(200).write('{')],
])('a server that %s is not waited for', async (_, listener) => {
  const siteUrl = await listen(listener);
  expect(await checkServed({ siteUrl, exportDir: null }, here, 200)).toMatchObject({
    state: 'amber',
    says: `${siteUrl} cannot be reached from this machine (no answer within 0.2 seconds), so its pages were not looked at.`,
  });
});

test('of an answer without end only the beginning is read', async () => {
  const siteUrl = await listen((_, response) => {
    response.writeHead(200);
    const pour = () => void (response.write('x'.repeat(5_000)) ? setImmediate(pour) : response.once('drain', pour));
    pour();
  });
  expect(await checkServed({ siteUrl, exportDir: null }, here)).toMatchObject({
    state: 'red',
    says: expect.stringContaining('not Kerbside'),
  });
});

test('a site where nothing listens is red', async () => {
  const siteUrl = `http://127.0.0.1:${await freePort()}`;
  const result = await checkServed({ siteUrl, exportDir: null }, here);
  expect(result).toMatchObject({ state: 'red', says: `Nothing answers at ${siteUrl}.` });
});

test('a name that nobody has is red, where names can be looked up', async () => {
  const siteUrl = 'https://www.kerbside.invalid';
  const { state, says } = await checkServed({ siteUrl, exportDir: null }, here);
  const expected = says.includes('EAI_AGAIN') ? ['amber', 'cannot be reached'] : ['red', 'There is no www.kerbside.invalid'];
  expect(state).toBe(expected[0]);
  expect(says).toContain(expected[1]);
});

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
