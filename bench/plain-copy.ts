import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';

/** The parameter by which this server leaves a page as it is. */
const whole = '?whole';

/** A server for pages of the product without their scripts or, with `whole`, unchanged. It passes on everything else. */
export async function servePlain(origin: string, paths: string[]) {
  const pages = new Map<string, { body: Buffer; policy: string }>();
  for (const path of paths) {
    const response = await fetch(origin + path);
    const html = await response.text();
    const policy = response.headers.get('content-security-policy') ?? '';
    pages.set(path + whole, { body: brotliCompressSync(html), policy });
    pages.set(path, { body: brotliCompressSync(withoutScripts(html)), policy });
  }
  const server = createServer(async (asked, response) => {
    const page = pages.get(asked.url ?? '');
    if (page) {
      const headers = {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Encoding': 'br',
        'Content-Security-Policy': page.policy,
      };
      return response.writeHead(200, { ...headers, 'Content-Length': page.body.length }).end(page.body);
    }
    const passed = await fetch(origin + asked.url);
    const body = brotliCompressSync(Buffer.from(await passed.arrayBuffer()));
    response
      .writeHead(passed.status, { 'Content-Type': passed.headers.get('content-type') ?? '', 'Content-Encoding': 'br' })
      .end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, whole, close: () => server.close() };
}

/** Structured data for search engines stays, because it is part of the page. */
function withoutScripts(html: string): string {
  return html.replaceAll(/<script(?![^>]*ld\+json)[^>]*>[\s\S]*?<\/script>/g, '');
}
