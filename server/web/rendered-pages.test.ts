// Protects: a page is rendered once and served with the right encoding, caching and headers.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp } from '#testing/create-test-app.ts';
import { startProcessorClock } from '#testing/processor-time.ts';

const script = 'export const claim = "Make a Claim";\n'.repeat(50);
let assetsFolder: string;

beforeAll(async () => {
  assetsFolder = await mkdtemp(join(tmpdir(), 'kerbside-assets-'));
  await mkdir(join(assetsFolder, 'assets'));
  const file = join(assetsFolder, 'assets/forms-4f5a.js');
  await writeFile(file, script);
  await writeFile(`${file}.br`, brotliCompressSync(script));
  await writeFile(`${file}.gz`, gzipSync(script));
  await writeFile(join(assetsFolder, 'favicon.svg'), '<svg/>');
  await writeFile(join(assetsFolder, 'secret.env'), 'AUTH_SECRET=1');
});

afterAll(() => rm(assetsFolder, { recursive: true }));

const openSite = () => createTestApp({}, { paths: ['/', '/about', '/make-a-claim'], assetsFolder });

describe('pages', () => {
  test('are there by their clean addresses, checked on every visit', async () => {
    const { app } = await openSite();
    for (const path of ['/', '/about', '/about?utm=x']) {
      const response = await app.request(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await response.text()).toBe(`<h1>${path.split('?')[0]}</h1>`);
    }
  });

  test('with a slash too many send on to the page', async () => {
    const { app } = await openSite();
    for (const [path, page] of [
      ['/about/', '/about'],
      ['/about///', '/about'],
      ['/about/?utm=x', '/about?utm=x'],
    ] as const) {
      const response = await app.request(path);
      expect([response.status, response.headers.get('location')]).toEqual([308, page]);
    }
  });

  test.each([
    '/nowhere',
    '/nowhere/',
    '/About',
    '/index.html',
    '/about/index.html',
    '/secret.env',
    '/assets',
    '/assets/',
    '/../package.json',
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/forms-4f5a.js.br',
    '/assets/forms-4f5a.js%00',
    '//evil.example/about',
    '//evil.example/about/',
    '/%E0%A4%A',
    '/__proto__',
    '/constructor',
  ])('%s has no page', async (path) => {
    const { app } = await openSite();
    const response = await app.request(`http://kerbside.example${path}`);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('<h1>/no-such-page</h1>');
  });
});

test('a very long run of slashes is judged at once', async () => {
  const { app } = await openSite();
  const processorMs = startProcessorClock();
  expect((await app.request(`http://kerbside.example/${'/'.repeat(200_000)}x`)).status).toBe(404);
  expect(processorMs()).toBeLessThan(1_000);
});

describe('what the browser gets', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=1.0, gzip;q=0.8', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.0, gzip;q=0', null],
    ['BR', 'br'],
    ['xbr, brx', null],
    ['identity', null],
    ['', null],
    ['*', null],
  ])('Accept-Encoding: %s', async (accepted, encoding) => {
    const { app } = await openSite();
    for (const [path, text] of [
      ['/about', '<h1>/about</h1>'],
      ['/assets/forms-4f5a.js', script],
    ] as const) {
      const response = await app.request(path, { headers: { 'Accept-Encoding': accepted } });
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(response.headers.get('vary')).toBe('Accept-Encoding');
      expect(Number(response.headers.get('content-length'))).toBe(bytes.length);
      const plain = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
      expect(plain.toString()).toBe(text);
    }
  });

  test('a version that the browser has is not sent again', async () => {
    const { app } = await openSite();
    const headers = { 'Accept-Encoding': 'br' };
    const etag = (await app.request('/about', { headers })).headers.get('etag') as string;
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await app.request('/about', { headers: { ...headers, 'If-None-Match': known } });
      expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([304, etag, '']);
      expect(response.headers.get('cache-control')).toBe('no-cache');
    }
    const other = await app.request('/about', { headers: { ...headers, 'If-None-Match': '"other"' } });
    expect(other.status).toBe(200);
    const inGzip = await app.request('/about', { headers: { 'Accept-Encoding': 'gzip', 'If-None-Match': etag } });
    expect(inGzip.status).toBe(200);
  });

  test('the 404 page is never "not modified"', async () => {
    const { app } = await openSite();
    expect((await app.request('/nowhere', { headers: { 'If-None-Match': '*' } })).status).toBe(404);
  });

  test('HEAD gives the headers alone', async () => {
    const { app } = await openSite();
    const response = await app.request('/about', { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '15', '']);
  });

  test('a file named by its hash is kept for ever, others for an hour', async () => {
    const { app } = await openSite();
    const kept = async (path: string) => (await app.request(path)).headers.get('cache-control');
    expect(await kept('/assets/forms-4f5a.js')).toBe('public, max-age=31536000, immutable');
    expect(await kept('/favicon.svg')).toBe('public, max-age=3600');
  });
});

test('a page for addresses without one that says it is one stops the start', async () => {
  const render = async () => new Response('', { status: 200 });
  await expect(createTestApp({}, { render, paths: ['/'] })).rejects.toThrow('A public page could not be rendered (status 200)');
});

test('a page that cannot be rendered stops the start', async () => {
  const render = async () => new Response('', { status: 500 });
  await expect(createTestApp({}, { render, paths: ['/'] })).rejects.toThrow('A public page could not be rendered');
});
