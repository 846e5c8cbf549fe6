// Protects: the example configurations of proxies log no secrets and close connections before the product does.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openServer } from './open-server.ts';

test.each(['deploy/Caddyfile', 'docs/operations.md'])('%s says which addresses no log keeps', (file) => {
  const lines = readFileSync(file, 'utf8').split('\n');
  const line = lines.find(
    (text) => /log/.test(text) && ['/desk', '/your-claim', '/storage/v1'].every((path) => text.includes(path)),
  );
  expect(line).toBeDefined();
});

test.each([
  ['deploy/nginx.conf', /^ {4}keepalive_timeout (\d+)s;$/m],
  ['deploy/Caddyfile', /^\t{3}keepalive (\d+)s$/m],
  ['deploy/haproxy.cfg', /^ {4}default-server pool-purge-delay (\d+)s$/m],
])('%s closes idle connections to the product well before the product does', (file, pattern) => {
  const seconds = Number(pattern.exec(readFileSync(file, 'utf8'))?.[1]);
  const product = openServer({ fetch: () => new Response(), headers: {} });
  expect(seconds).toBeLessThanOrEqual(product.keepAliveTimeout / 1_000 / 2);
});

test('nginx lets a certificate be renewed on port 80, and redirects everything else there', () => {
  const [, plain = ''] = /^server \{\n {4}listen 80;\n([\s\S]*?)^\}$/m.exec(readFileSync('deploy/nginx.conf', 'utf8')) ?? [];
  expect(plain).toMatch(/location \^~ \/\.well-known\/acme-challenge\/ \{\s+root [^;]+;/);
  // A redirect outside a location would come before all of them.
  expect(plain).not.toMatch(/^ {4}return/m);
  expect(plain).toMatch(/location \/ \{\s+return 301 /);
});

/** The expressions of a map of nginx, which are compared without case. */
function expressionsOf(map: string): RegExp[] {
  const [, body = ''] = new RegExp(`\\$${map} \\{([^]*?)^\\}`, 'm').exec(readFileSync('deploy/nginx.conf', 'utf8')) ?? [];
  return [...body.matchAll(/^ *"~\*(.+)" /gm)].map(([, expression = '']) => new RegExp(expression, 'i'));
}

test.each(['/r/K7M4P9', '//R/K7M4P9', '/./r/K7M4P9', '/x/../r/K7M4P9', '/%72/K7M4P9', '/r%2FK7M4P9', '/make-a-claim?via=K7M4P9'])(
  'nginx has no line for %s, which says who sent a visitor',
  (path) => {
    expect(expressionsOf('kerbside_logged').filter((expression) => expression.test(`GET ${path} HTTP/2.0 -`))).not.toEqual([]);
  },
);

test.each([
  ['/x@example.com', true],
  ['/x%40example.com', true],
  ['/0113-496-0456', true],
  ['/(0113)%204960456', true],
  ['/07700%2D900%2d111', true],
  ['/0113--496--0456', true],
  ['/07700/900/111', true],
  ['/guides/who-is-to-blame', false],
  ['/assets/page-2026-11-28-B1x2C3.js', false],
  ['/faq?phone=07700900111', false],
])('nginx leaves a person out of the path %s: %s', (path, isLeftOut) => {
  for (const map of ['kerbside_page', 'kerbside_from'])
    expect(expressionsOf(map).some((expression) => expression.test(path))).toBe(isLeftOut);
});

test('nginx has a line for who comes from a page of another site that has such an address', () => {
  const matching = (from: string) =>
    expressionsOf('kerbside_logged').filter((expression) => expression.test(`GET /faq HTTP/2.0 www.your-site.example ${from}`));
  expect(matching('https://forum.example/r/LegalAdvice/')).toEqual([]);
  expect(matching('https://www.your-site.example/r/joes-garage')).toHaveLength(1);
});
