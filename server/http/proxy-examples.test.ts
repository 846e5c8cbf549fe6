import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the example of nginx keeps the signed URLs of files out of both logs', () => {
  const conf = readFileSync('deploy/nginx.conf', 'utf8');
  const block = /location [^\n]*storage\/v1[^\n]*\n([^}]*)/.exec(conf)?.[1];
  expect(block).toContain('access_log off;');
  expect(block).toContain('error_log /dev/null crit;');
});

test.each(['deploy/Caddyfile', 'docs/operations.md'])('%s says which addresses no log keeps', (file) => {
  const lines = readFileSync(file, 'utf8').split('\n');
  const line = lines.find(
    (text) => /log/.test(text) && ['/desk', '/your-claim', '/storage/v1'].every((path) => text.includes(path)),
  );
  expect(line).toBeDefined();
});
