// Protects: every kind of response has the headers of the highest grade of MDN's HTTP Observatory, and allows no scripts but its own.
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { setupJourney } from './harness/journey.ts';
import { nowhere, routes } from './harness/site-paths.ts';

/** As behind a proxy that ends TLS. */
const journey = setupJourney({ SITE_URL: 'https://claims.example' });
const look = (path: string) => journey.product.request(path, { headers: { Origin: 'https://observatory.example' } });

const desk = ['/desk', '/desk/sign-in', '/desk/forgotten', '/desk/submissions/none', '/auth/none'];
const files = ['/robots.txt', '/sitemap.xml', '/favicon.svg', '/site.webmanifest', '/.well-known/security.txt'];
const endpoints = ['/healthz', '/readyz', '/metrics', '/functions/v1/none', '/rest/v1/none'];

test.each([...routes, ...desk, ...files, ...endpoints, nowhere, '/about/'])('%s has nothing to improve', async (path) => {
  expect(problemsOf(await look(path))).toEqual([]);
});

test('nor has any script, what is not modified, a preflight, or a refusal', async () => {
  const { headers, text } = await look('/');
  const json = { 'Content-Type': 'application/json' };
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  for (const [path, ask, status] of [
    [text.match(/\/assets\/[\w.-]+\.js/)?.[0] ?? '', {}, 200],
    ['/', { headers: { 'If-None-Match': String(headers.etag) } }, 304],
    ['/', { method: 'HEAD' }, 200],
    ['/', { method: 'OPTIONS' }, 405],
    ['/functions/v1/send-form-email', { method: 'OPTIONS' }, 204],
    ['/functions/v1/send-form-email', { method: 'POST', headers: json, body: '{' }, 400],
    ['/make-a-claim', { method: 'POST', headers: form, body: '' }, 422],
    ['/make-a-claim', { method: 'POST', headers: { Origin: 'https://evil.example' }, body: '' }, 403],
    ['/', { method: 'TRACE' }, 405],
  ] as const) {
    const response = await journey.product.request(path, ask);
    expect([path, response.status, ...problemsOf(response)]).toEqual([path, status]);
  }
});

test.each([...routes, nowhere])(
  '%s: the policy lists the hash of each inline script and style, and there are no handlers or styles in attributes',
  async (path) => {
    const { text, headers } = await look(path);
    const policy = policyOf(headers);
    for (const [, attributes = '', script = ''] of text.matchAll(/<script([^>]*)>([\s\S]+?)<\/script>/g)) {
      if (!attributes.includes('application/ld+json')) expect(policy.get('script-src')).toContain(hashOf(script));
    }
    for (const [, style = ''] of text.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g))
      expect(policy.get('style-src')).toContain(hashOf(style));
    expect(text).toContain('<style');
    expect(policy.get('require-trusted-types-for')).toEqual(["'script'"]);
    const markup = text.replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, '');
    expect(markup.match(/<[^>]*\s(style|on\w+)="[^>]*>/g) ?? []).toEqual([]);
  },
);

type Headers = Record<string, string | undefined>;
const policyWith = (directives: string) => ({
  'content-security-policy': `default-src 'none'; ${directives}; frame-ancestors 'none'`,
});

test.each<[string, Headers]>([
  ['inline scripts', policyWith("script-src 'self' 'unsafe-inline'")],
  ['inline styles', policyWith("style-src 'unsafe-inline'")],
  ['scripts from anywhere', policyWith('script-src https:')],
  ['scripts as data', policyWith('script-src data:')],
  ['eval', policyWith("script-src 'self' 'unsafe-eval'")],
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
  expect(problemsOf({ headers: { ...headers, ...planted } as IncomingHttpHeaders, text })).not.toEqual([]);
});

const halfAYearSeconds = 15_552_000;

/** What costs points by the Observatory's published rules, or earns none of the extra ones. TLS itself is for the proxy. */
function problemsOf({ headers, text }: { headers: IncomingHttpHeaders; text: string }): string[] {
  const policy = policyOf(headers);
  const sources = [...policy.values()].flat();
  const [, age = 0] = /(?:^|;)\s*max-age=(\d+)/i.exec(headers['strict-transport-security'] ?? '') ?? [];
  const rules: [string, boolean][] = [
    ['what the policy does not name is allowed', policy.get('default-src')?.join() === "'none'"],
    ['a source is unsafe, or whole schemes are', !sources.some((one) => /^'unsafe-|^\*$|^(https?|ftp):(\/\/\*)?$/.test(one))],
    ['scripts or styles may be data', !['script-src', 'style-src'].some((name) => policy.get(name)?.includes('data:'))],
    ['a source is without TLS', !sources.some((one) => /^(http|ftp):/.test(one))],
    ['other sites may frame it', policy.has('frame-ancestors')],
    ['https is not kept to', Number(age) >= halfAYearSeconds],
    ['types are guessed', headers['x-content-type-options'] === 'nosniff'],
    [
      'the address is told',
      /^(no-referrer|same-origin|strict-origin(-when-cross-origin)?)$/.test(String(headers['referrer-policy'])),
    ],
    ['other sites may load it', /^same-(origin|site)$/.test(String(headers['cross-origin-resource-policy']))],
    ['a cookie', headers['set-cookie'] === undefined],
    ['other sites may read it', headers['access-control-allow-credentials'] === undefined],
    ['a script from elsewhere', !/<script[^<>]* src="(?:https?:)?\/\//.test(text)],
  ];
  return rules.flatMap(([problem, holds]) => (holds ? [] : problem));
}

function policyOf(headers: IncomingHttpHeaders): Map<string, string[]> {
  const directives = String(headers['content-security-policy'] ?? '').split(';');
  return new Map(
    directives.map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
