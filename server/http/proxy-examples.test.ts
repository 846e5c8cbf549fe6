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
