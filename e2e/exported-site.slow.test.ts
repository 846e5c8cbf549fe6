// Protects: nginx and Caddy answer for the exported site as the product does.
import { readdirSync } from 'node:fs';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { formPost, type HttpResponse, jsonPost, type RequestOptions, request } from '#testing/http.ts';
import { type Product, root, startProduct } from '#testing/product.ts';
import { readStore } from '#testing/read-store.ts';
import { removeFolder } from '#testing/remove-folder.ts';
import { makeFolder } from '#testing/test-run.ts';
import { exportSite } from './harness/exported-site.ts';
import { bareDomain, installedFileServers, type RunningProxy, siteDomain, startProxy } from './harness/proxy.ts';
import { nowhere, routes } from './harness/site-paths.ts';

const siteUrl = `https://${siteDomain}`;
const asVisitor = { Host: siteDomain, Origin: siteUrl };

const pages = [...routes, '/roadside?lang=pl', '/roadside?utm_source=a&lang=ur', '/roadside?lang=xx&lang=pl', '/?utm_source=a'];
const rootFiles = [
  '/robots.txt',
  '/sitemap.xml',
  '/service-worker.js',
  '/favicon.svg',
  '/favicon.ico',
  '/site.webmanifest',
  '/share.png',
];
const some = ['/', '/faq', '/roadside?lang=pl', '/robots.txt', '/favicon.ico', nowhere];
const assets = readdirSync(join(root, 'build/client/assets')).filter((name) => !/\.(br|gz)$/.test(name));

let product: Product;
let files: string;

beforeAll(async () => {
  files = await makeFolder();
  const settings = { SITE_URL: siteUrl, TRUST_PROXY: '1' };
  [product] = await Promise.all([startProduct(settings), exportSite(files, siteUrl)]);
});

afterAll(async () => {
  await product?.stop();
  await Promise.all([product.dataDir, files].map(removeFolder));
});

test.runIf(installedFileServers.length === 0)('neither nginx nor Caddy is installed', () => {});

describe.each(installedFileServers)('the exported site behind %s', (name) => {
  let proxy: RunningProxy;

  beforeAll(async () => {
    proxy = await startProxy(name, product.port, { files });
  });

  afterAll(() => proxy?.stop());

  const ask = (path: string, { headers, ...options }: RequestOptions = {}) =>
    request(proxy.url + path, { ...options, headers: { ...asVisitor, ...headers } });

  /** Sends the same request to the product and to the proxy. */
  async function askBoth(path: string, options: RequestOptions = {}) {
    const [exported, own] = await Promise.all([ask(path, options), product.request(path, options)]);
    return { exported: comparable(exported), own: comparable(own) };
  }

  async function compareAll(paths: string[], encoding: string, method = 'GET') {
    const left = [...paths];
    for (let some = left.splice(0, 10); some.length > 0; some = left.splice(0, 10)) {
      const headers = { 'Accept-Encoding': encoding };
      const both = await Promise.all(some.map((path) => askBoth(path, { method, headers })));
      for (const [index, { exported, own }] of both.entries()) expect(exported, `${some[index]} as ${encoding}`).toEqual(own);
    }
  }

  test('responds to every page and file as the product does', async () => {
    await compareAll([...pages, ...rootFiles, nowhere, ...assets.map((asset) => `/assets/${asset}`)], 'gzip, deflate, br, zstd');
  });

  test.each(['gzip', 'br;q=0, gzip;q=0.5', 'identity', 'brotli'])(
    'chooses the encoding for %s as the product does',
    async (encoding) => {
      await compareAll(some, encoding);
    },
  );

  test('responds to HEAD with the same headers and without a body', async () => {
    await compareAll(some, 'br', 'HEAD');
  });

  test.each([
    '/about/',
    '/services//?a=b&c',
    '/roadside/?lang=pl',
    '//about',
    '/about/x',
    '/About',
    '/%61bout',
    '/index.html',
    '/about.html',
    '/404.html',
    '/assets/nothing.js',
    '/.kerbside/roadside.pl.html',
  ])('responds to %s as the product does', async (path) => {
    const { exported, own } = await askBoth(path, { headers: { 'Accept-Encoding': 'br' } });
    // nginx writes a text into redirects.
    if (own.status === 308) for (const each of [exported, own]) withoutText(each);
    expect(exported).toEqual(own);
  });

  test('passes links on that say who sent a visitor, and the link on a card of a partner', async () => {
    for (const path of ['/make-a-claim', '/roadside?lang=pl', '/roadside']) {
      const { text, status } = await ask(`${path}${path.includes('?') ? '&' : '?'}via=Northside+Garage`);
      expect([status, text.match(/sent by <bdi>[^<]*/)?.[0]], path).toEqual([200, 'sent by <bdi>Northside Garage']);
      expect(text.includes('<html lang="pl"'), path).toBe(path.includes('pl'));
    }
    const card = await ask('/r/k7m4p9');
    expect([card.status, card.headers.location]).toEqual([302, '/make-a-claim?via=K7M4P9']);
  });

  test('responds 304 to the ETag of the same content, and to no other', async () => {
    const ifNoneMatch = (path: string, etag: unknown, encoding = 'br') =>
      askBoth(path, { headers: { 'Accept-Encoding': encoding, 'If-None-Match': String(etag) } });
    for (const path of ['/', '/roadside?lang=pl', '/robots.txt', '/service-worker.js', `/assets/${assets[0]}`]) {
      const [{ headers }, { headers: asProduct }] = await Promise.all([
        ask(path, { headers: { 'Accept-Encoding': 'br' } }),
        product.request(path, { headers: { 'Accept-Encoding': 'br' } }),
      ]);
      const { exported } = await ifNoneMatch(path, headers.etag);
      const { own } = await ifNoneMatch(path, asProduct.etag);
      // Headers of the representation are left out by servers of files, because the browser has them.
      delete own.headers['content-type'];
      expect(exported, path).toEqual(own);
      expect(exported.status).toBe(304);
      // The product served the site before, and caches may still have its ETag.
      expect((await ifNoneMatch(path, asProduct.etag)).exported.status).toBe(200);
    }
    const etags = await Promise.all(
      ['br', 'gzip', 'identity'].map((encoding) => ask('/', { headers: { 'Accept-Encoding': encoding } })),
    );
    expect(new Set(etags.map(({ headers }) => headers.etag)).size).toBe(3);
  });

  test('sends the whole to anyone who asks for a range, as the product does', async () => {
    const { exported, own } = await askBoth('/share.png', { headers: { Range: 'bytes=0-9', 'Accept-Encoding': 'identity' } });
    expect(exported).toEqual(own);
  });

  test('gives each response an id of its own, which the product would take, whatever id was sent', async () => {
    const headers = { 'Accept-Encoding': 'br', 'X-Request-Id': 'of-a-visitor' };
    const paths = ['/', '/', '/roadside?lang=pl', '/robots.txt', `/assets/${assets[0]}`, '/about/', nowhere];
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const asked = [...paths.map((path) => ask(path, { headers })), ...paths.map((path) => ask(path, { headers, agent }))];
    const responses = await Promise.all(asked);
    agent.destroy();
    const [page] = responses;
    responses.push(await ask('/', { headers: { ...headers, 'If-None-Match': String(page?.headers.etag) } }));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 308, 404, 304]));
    const ids = responses.map(({ headers }) => headers['x-request-id']);
    for (const id of ids) expect(id).toMatch(/^[\w.:-]{8,128}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('passes forms of pages, endpoints, the desk and the page of a claim to the product', async () => {
    const posted = formPost(aoife);
    const response = await ask('/make-a-claim', posted);
    expect(response.status).toBe(200);
    expect(response.text).toContain('Submission Successful!');
    const call = jsonPost({ formName: 'Make a Claim', formData: { ...aoife, additionalInfo: 'Another.' } });
    expect((await ask('/functions/v1/send-form-email', call)).status).toBe(200);
    expect(readStore(product).submissions).toHaveLength(2);
    for (const path of [
      '/healthz',
      '/readyz',
      '/openapi.json',
      '/.well-known/security.txt',
      '/auth/session',
      '/desk',
      '/your-claim',
      '/functions/x',
    ])
      expect((await ask(path)).status, path).toBe((await product.request(path)).status);
    for (const path of ['/about', '/about/', nowhere, '/robots.txt', '/roadside?lang=pl', `/assets/${assets[0]}`]) {
      const { exported, own } = await askBoth(path, { method: 'PUT', headers: { 'Accept-Encoding': 'br' } });
      expect(exported, `PUT ${path}`).toEqual(own);
    }
    expect((await ask('/metrics')).status).toBe(404);
  });

  test('responds without the product, and says how to reach us where that has to respond', async () => {
    const alone = await startProxy(name, 9, { files });
    for (const [path, expected] of Object.entries({ '/': 200, '/roadside?lang=pl': 200, [nowhere]: 404, '/about/': 308 }))
      expect((await request(alone.url + path, { headers: asVisitor })).status, path).toBe(expected);
    const response = await request(`${alone.url}/contact`, { ...formPost({ name: 'Ola' }), headers: asVisitor });
    expect(response).toMatchObject({
      status: 502,
      headers: { 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' },
    });
    for (const text of [site.brand, `href="tel:${site.helpline.tel}"`, site.helpline.display])
      expect(response.text).toContain(text);
    await request(`${alone.url}/desk?q=quorra`, { headers: asVisitor });
    expect(alone.logged()).not.toContain('quorra');
    await alone.stop();
  });

  test.runIf(name === 'nginx')('says so where a form is too long', async () => {
    const headers = { ...asVisitor, 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': String(200_000) };
    for (const path of ['/contact', '/roadside?lang=pl', '/about/', '/assets/nothing.js', nowhere, '/desk']) {
      const response = await request(proxy.url + path, { method: 'POST', headers, body: 'a' });
      expect(response.status, path).toBe(413);
      expect(response.text, path).toContain(`href="tel:${site.helpline.tel}"`);
    }
  });

  test('leads the bare domain to the site', async () => {
    const { status, headers } = await request(`${proxy.url}/faq?a=b`, { headers: { Host: bareDomain } });
    expect([status, headers.location]).toEqual([301, `${siteUrl}/faq?a=b`]);
  });
});

/** Headers that depend on the connection or the time are left out, and the ETag, because servers have their own. */
const own = 'connection keep-alive date etag x-request-id server alt-svc transfer-encoding content-length'.split(' ');

function comparable({ status, headers, bytes }: HttpResponse) {
  const others = Object.entries(headers).filter(([name]) => !own.includes(name));
  return { status, headers: Object.fromEntries(others), text: bytes.toString('base64').slice(0, 2_000), length: bytes.length };
}

function withoutText(response: ReturnType<typeof comparable>): void {
  Object.assign(response, { text: '', length: 0 });
  delete response.headers['content-type'];
}
