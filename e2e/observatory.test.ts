// Protects: the headers of every kind of response reach the highest grade.
import { expect, test } from 'vitest';
import { setupJourney } from './harness/journey.ts';
import { gradeOf, type Seen, scoreOf } from './harness/observatory.ts';
import { nowhere, routes } from './harness/site-paths.ts';

/** The score of the MDN HTTP Observatory, by its published rules, for each response behind a proxy that ends TLS. */
const journey = setupJourney({ SITE_URL: 'https://claims.example' });

const desk = ['/desk', '/desk/sign-in', '/desk/forgotten', '/desk/submissions/none', '/auth/none'];
const assets = ['/robots.txt', '/sitemap.xml', '/favicon.svg', '/site.webmanifest', '/.well-known/security.txt'];

test.each([
  ...routes,
  ...desk,
  ...assets,
  nowhere,
  '/about/',
  '/healthz',
  '/readyz',
  '/metrics',
  '/functions/v1/none',
  '/rest/v1/none',
])('%s has the best grade, and 130 points', async (path) => {
  expect(scoreOf(await look(path))).toEqual({ score: 130, faults: [] });
});

test('so has every script, what is not modified, a preflight, and every refusal', async () => {
  const page = await look('/');
  const etag = String(page.headers.etag);
  const [script = ''] = page.text.match(/\/assets\/[\w.-]+\.js/) ?? [];
  for (const [path, ask, status] of [
    [script, {}, 200],
    ['/', { headers: { 'If-None-Match': etag } }, 304],
    ['/', { method: 'HEAD' }, 200],
    ['/', { method: 'OPTIONS' }, 405],
    ['/functions/v1/send-form-email', { method: 'OPTIONS' }, 204],
    ['/functions/v1/send-form-email', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{' }, 400],
    ['/make-a-claim', { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: '' }, 422],
    ['/make-a-claim', { method: 'POST', headers: { Origin: 'https://evil.example' }, body: '' }, 403],
    ['/', { method: 'TRACE' }, 405],
  ] as const) {
    const response = await journey.product.request(path, ask);
    expect([path, response.status]).toEqual([path, status]);
    expect(scoreOf(response), `${ask && 'method' in ask ? ask.method : 'GET'} ${path}`).toEqual({ score: 130, faults: [] });
  }
});

test.each<[string, Record<string, string | undefined>]>([
  [
    'inline scripts',
    { 'content-security-policy': "default-src 'none'; script-src 'self' 'unsafe-inline'; frame-ancestors 'none'" },
  ],
  ['inline styles', { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'" }],
  ['scripts from anywhere', { 'content-security-policy': "default-src 'none'; script-src https:; frame-ancestors 'none'" }],
  ['eval', { 'content-security-policy': "default-src 'none'; script-src 'self' 'unsafe-eval'; frame-ancestors 'none'" }],
  ['no policy', { 'content-security-policy': undefined }],
  ['frames from anywhere', { 'content-security-policy': "default-src 'none'" }],
  ['https for a day', { 'strict-transport-security': 'max-age=86400' }],
  ['no https', { 'strict-transport-security': undefined }],
  ['types to be guessed', { 'x-content-type-options': undefined }],
  ['the address told to all', { 'referrer-policy': 'unsafe-url' }],
  ['files for every site', { 'cross-origin-resource-policy': 'cross-origin' }],
  ['a cookie for everybody', { 'set-cookie': 'session=1; Path=/' }],
  ['any site may read', { 'access-control-allow-origin': 'https://evil.example', 'access-control-allow-credentials': 'true' }],
])('a planted fault is found: %s', async (_, planted) => {
  const { headers, text } = await look('/');
  const { score, faults } = scoreOf({ headers: { ...headers, ...planted } as Seen['headers'], text });
  expect(score).toBeLessThan(130);
  expect(faults).not.toEqual([]);
});

test('grades follow the points', () => {
  expect([130, 100, 99, 92, 85, 50, 0].map(gradeOf)).toEqual(['A+', 'A+', 'A', 'A', 'A-', 'C', 'F']);
});

function look(path: string) {
  return journey.product.request(path, { headers: { Origin: 'https://observatory.example' } });
}
