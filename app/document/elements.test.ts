import { expect, test } from 'vitest';
import { contentPolicy } from './content-policy.ts';
import { elementsOf } from './elements.ts';

test('scripts and styles are found in order, with what their tags say', () => {
  const html = '<style data-href="app">p{}</style><script async src="/a.js"></script><p><script>let a = "<script>";</script>';
  expect(elementsOf(html, 'style').map(({ text }) => text)).toEqual(['p{}']);
  expect(elementsOf(html, 'script').map(({ tag, text }) => [tag, text])).toEqual([
    ['<script async src="/a.js">', ''],
    ['<script>', 'let a = "<script>";'],
  ]);
});

test.each(['<script', '<script>', '<script>a</scrip', '</script>', ''])('%s has none', (html) => {
  expect(elementsOf(html, 'script')).toEqual([]);
});

test('the policy has a hash for each script that runs, once, and none for data and files', () => {
  const html = '<script>1</script><script>1</script><script type="application/ld+json">{}</script><script src="/a.js"></script>';
  const [directive] = contentPolicy(html, { https: true }).match(/script-src [^;]*/) ?? [];
  expect(directive).toBe("script-src 'self' 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='");
});

test('a hundred thousand scripts that never end are looked at once', () => {
  const startedAt = performance.now();
  elementsOf('<script>'.repeat(100_000), 'script');
  expect(performance.now() - startedAt).toBeLessThan(500);
});
