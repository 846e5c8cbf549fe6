// Protects: every kind of response has the headers of the highest grade of MDN's HTTP Observatory, and allows no scripts but its own.
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
