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
