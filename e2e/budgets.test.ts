// Protects: pages stay within their budgets of bytes and requests.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { root } from '#testing/product.ts';
import { setupJourney } from './harness/journey.ts';
import { bytesOf, scriptsOf } from './harness/page-scripts.ts';
import { guides, nowhere, oneService, routes } from './harness/site-paths.ts';

/** Sizes in bytes on the wire, with brotli. One congestion window is about 14 KB. */
const htmlBudget = 12 * 1024;
const guideBudget = 16 * 1024;
const scriptBudgets = { withoutForm: 8 * 1024, form: 80 * 1024 };

const journey = setupJourney();

test.each([...routes, nowhere])(
  '%s fits its budget, fetches nothing before it paints, and comes compressed and once',
  async (path) => {
    const [small, zipped, plain] = [await get(path, 'br'), await get(path, 'gzip'), await get(path)];
    expect([small, zipped, plain].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined]);
    for (const bytes of [brotliDecompressSync(small.bytes), gunzipSync(zipped.bytes)])
      expect(bytes.equals(plain.bytes)).toBe(true);
    const ofTexts = 'bytes of the page: where its texts are your own, make them shorter';
    expect(small.bytes.length, ofTexts).toBeLessThanOrEqual(guides.includes(path) ? guideBudget : htmlBudget);
    expect(plain.headers.vary).toMatch(/accept-encoding/i);

    // Its one script starts after the first frame: app/document/public-document.test.ts.
    const fetched =
      /<script[^>]* src=[^>]*>|<link[^>]*rel="(stylesheet|\w*preload|prefetch)"[^>]*>|@import[^;]*|<img(?![^>]*loading="lazy")[^>]*>/g;
    expect(plain.text.match(fetched) ?? []).toEqual([]);
    const named = new Set(plain.text.match(/\/assets\/[\w.-]+\.js/g));
    const hasForm = plain.text.includes('data-form=');
    expect([...named].filter((script) => !scriptsOf({ hasForm }).includes(script))).toEqual([]);
    if (path === nowhere) return;
    for (const { headers } of [small, zipped, plain]) {
      const known = { 'Accept-Encoding': headers['content-encoding'] ?? 'identity', 'If-None-Match': headers.etag };
      const again = await journey.product.request(path, { headers: known });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
      expect(again.headers['content-security-policy']).toBe(headers['content-security-policy']);
    }
  },
);

test('the scripts of a page fit their budget, with a form and without, and another service or guide adds nothing to them', () => {
  const [site, form] = [scriptsOf({ hasForm: false }), scriptsOf({ hasForm: true })];
  expect(site).toHaveLength(1);
  expect(bytesOf(site)).toBeLessThanOrEqual(scriptBudgets.withoutForm);
  expect(bytesOf(form), 'texts of forms/ are among them').toBeLessThanOrEqual(scriptBudgets.form);
  expect(form.length).toBeGreaterThan(3);
  const text = readFileSync(join(root, 'build/client', site[0] ?? ''), 'utf8');
  for (const path of [...guides, oneService]) expect(text).not.toContain(path);
});

test('Scripts are compressed once and cached as immutable', async () => {
  const response = await get(scriptsOf({ hasForm: false })[0] ?? '', 'br');
  expect(response.headers['content-encoding']).toBe('br');
  expect(response.headers['cache-control']).toMatch(/immutable/);
  expect(response.headers['content-type']).toMatch(/^text\/javascript/);
});

function get(path: string, encoding = 'identity') {
  return journey.product.request(path, { headers: { 'Accept-Encoding': encoding } });
}
