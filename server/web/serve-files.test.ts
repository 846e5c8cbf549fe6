// Protects: a file that is served without the router gets the same response.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { type RequestOptions, request } from '#testing/http.ts';
import { openServer } from './open-server.ts';
import { prepareFiles, serveFiles } from './serve-files.ts';
import { storeText } from './stored-files.ts';

const shared = { 'X-Frame-Options': 'DENY', 'Cache-Control': 'no-store' };

function prepare() {
  const page = (text: string) =>
    storeText(text.repeat(99), { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' });
  const files = prepareFiles(
    [
      ['/faq', page('Questions')],
      ['/roadside', page('English')],
      ['/roadside?lang=pl', page('Polski')],
    ],
    shared,
  );
  return { files, fetch: new Hono().use(serveFiles(files)).fetch };
}

async function open(options: Omit<Parameters<typeof openServer>[0], 'headers'>) {
  const server = openServer({ ...options, headers: shared }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return async (path: string, asked: RequestOptions) => {
    const { status, headers, bytes } = await request(`http://127.0.0.1:${port}${path}`, asked);
    const { date: _, 'x-request-id': id, ...others } = headers;
    expect(id).toMatch(/^[\w-]{36}$/);
    return { status, headers: others, body: bytes.toString('base64') };
  };
}

test('a file that is served without the router gets the same response', async () => {
  const { files, fetch } = prepare();
  const [direct, routed] = [await open({ fetch, files }), await open({ fetch })];
  const encodings = ['gzip, deflate, br, zstd', 'GZIP', 'br;q=0, gzip', 'br; q=0.0', 'identity', 'brotli', ''];
  const { headers } = await routed('/faq', { headers: { 'Accept-Encoding': 'br' } });
  for (const path of ['/faq', '/faq?utm_source=a', '/roadside?lang=pl', '/roadside?lang=xx', '/roadside?a=b&lang=pl', '/f%61q'])
    for (const method of ['GET', 'HEAD'])
      for (const encoding of encodings)
        for (const others of [
          {},
          { 'If-None-Match': headers.etag },
          { 'If-None-Match': '*' },
          { 'If-None-Match': '"another"' },
        ]) {
          const asked = { method, headers: { 'Accept-Encoding': encoding, ...others } };
          expect(await direct(path, asked), `${method} ${path} ${encoding}`).toEqual(await routed(path, asked));
        }
  expect((await direct('/faq', { headers: { 'Accept-Encoding': 'br', 'If-None-Match': headers.etag } })).status).toBe(304);
});

test('a request with two hosts is refused before any file is served', async () => {
  const { files, fetch } = prepare();
  const ask = openServer({ fetch, files, headers: shared }).listen(0, '127.0.0.1');
  await once(ask, 'listening');
  onTestFinished(() => void ask.close());
  const { port } = ask.address() as AddressInfo;
  const { status } = await request(`http://127.0.0.1:${port}/faq`, {
    headers: { Host: ['a.example', 'b.example'] as unknown as string },
  });
  expect(status).toBe(400);
});
