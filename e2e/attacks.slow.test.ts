// Protects: hostile requests reach no file, host or header that they should not.
import { expect, test } from 'vitest';
import { headersOf, sendRaw, statuses } from '#testing/http.ts';
import { setupJourney } from './harness/journey.ts';

/** Attacks on the running product, with the bytes that an attacker would send. */

const journey = setupJourney({ SITE_URL: 'https://claims.example' });

/** Paths as they are on the wire. */
const outside = paths(String.raw`
  /../server/env.ts /../../../../etc/passwd /assets/../../package.json /./../package.json /..;/package.json
  /..%2fpackage.json /%2e%2e/package.json /%2e%2e%2fpackage.json /assets/%2e%2e%2f%2e%2e%2fpackage.json
  /..%252fpackage.json /..\package.json /..%5cpackage.json /assets\..\..\package.json /%5c..%5cpackage.json
  /favicon.svg%00 /favicon.svg%00.html /%00 /favicon.svg%20 /favicon.svg. /favicon.svg/ /FAVICON.SVG
  /%c0%ae%c0%ae/package.json /%u002e%u002e/package.json /.%00./package.json /package.json /.env /.git/config
  /data/kerbside.sqlite /kerbside.sqlite /build/server/index.js /server/index.js /about%2f /services%2fcredit-hire
  /%61bout/..%2f /assets /assets/ /__proto__ /constructor /toString file:///etc/passwd
  http://claims.example/../etc/passwd http://[::1]:1/package.json * about ? /?../../package.json
`);
const elsewhere = paths(String.raw`
  //evil.example/ //evil.example ///evil.example/ /\evil.example/ //evil.example/about/ //evil.example%2fabout/
  /https://evil.example/ /about//evil.example/ /%2f%2fevil.example/ /about/?next=//evil.example/
  /about/..//evil.example/ /about/%0d%0aLocation:%20//evil.example/ /about/%0d%0aSet-Cookie:%20a=b/
  http://evil.example/about/ /about/#//evil.example/
`);

function paths(list: string): string[] {
  return list.trim().split(/\s+/);
}

function get(target: string, host = 'claims.example') {
  return sendRaw(journey.product.port, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
}

test.each([...outside, '/\u00ae'])('%s reaches only public files', async (target) => {
  const heard = await get(target);
  const page = target.startsWith('/?');
  expect(statuses(heard)).toEqual([page ? 200 : expect.toSatisfy((status) => status === 404 || status === 400)]);
  expect(heard.text).not.toMatch(/root:x:0|"dependencies"|process\.env|SQLite format|repositoryformatversion/);
  expect(headersOf(heard)).toMatchObject({ 'x-content-type-options': 'nosniff', 'content-security-policy': expect.any(String) });
});

test.each(elsewhere)('%s does not redirect to another site', async (target) => {
  const heard = await get(target);
  const { location } = headersOf(heard);
  if (location !== undefined) expect(location).toMatch(/^\/about(\?next=\/\/evil\.example\/)?$/);
  expect(headersOf(heard)).not.toHaveProperty('set-cookie');
});

test.each(['evil.example', 'claims.example:1', 'evil.example:443', '169.254.169.254', '[::1]', '127.0.0.1'])(
  'A request with the host %s gets no page that contains it',
  async (host) => {
    for (const target of ['/about', '/about/', '/sitemap.xml', '/robots.txt', '/no-such-page', `http://${host}/contact`]) {
      const heard = await get(target, host);
      expect(heard.text.replace(/openstreetmap[^"]*/g, '')).not.toContain(host);
      expect(heard.text).not.toMatch(/127\.0\.0\.1:\d/);
    }
  },
);

test('Headers that name another host have no effect', async () => {
  const headers = {
    'X-Forwarded-Host': 'evil.example',
    'X-Host': 'evil.example',
    'X-Original-URL': '/metrics',
    'X-Rewrite-URL': '/metrics',
    Forwarded: 'host=evil.example',
  };
  const [told, plain] = await Promise.all([journey.product.request('/about', { headers }), journey.product.request('/about')]);
  expect(told.text).toBe(plain.text);
  expect((await journey.product.request('/metrics', { headers })).status).toBe(403);
});

test('A POST is not treated as another method', async () => {
  for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])
    expect((await journey.product.request('/rest/v1/form_submissions', { headers: { [name]: 'POST' } })).status).toBe(405);
});

test('The log holds no server error after all attacks', () => {
  expect(journey.product.output()).not.toContain('"level":"error"');
});
