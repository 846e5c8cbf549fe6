import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { spawnProduct } from '#testing/product.ts';
import { type Line, median } from './measure.ts';
import { openPhone } from './phone-browser.ts';

const paths = ['/', '/make-a-claim', '/services/credit-hire'];
const rounds = 5;

/** The conditions of a mid-range phone on a fair network, as Lighthouse assumes it. */
const fair = { slowerBy: 4, roundTripMs: 150, kbitPerSecond: 1_600 };

/** Measures the first and largest paint of pages, and of the same pages without their scripts, in turns. */
export async function paint(folder: string): Promise<Line[]> {
  const product = await spawnProduct({ DATA_DIR: join(folder, 'product') });
  await product.ready;
  const plain = await servePlain(product.url, paths);
  const phone = await openPhone(fair);
  const found: { path: string; with: Paint; without: Paint }[] = [];
  for (let round = 0; round < rounds; round += 1)
    for (const path of paths)
      found.push({ path, without: await phone.visit(plain.url + path), with: await phone.visit(plain.url + path + plain.whole) });
  await phone.close();
  plain.close();
  await product.end('SIGTERM');
  return paths.flatMap((path) =>
    (['fcp', 'lcp'] as const).map((which) => {
      const rows = found.filter((row) => row.path === path);
      const [ours, plainly] = [median(rows.map((row) => row.with[which])), median(rows.map((row) => row.without[which]))];
      return {
        what: `${path}: ${which.toUpperCase()} with scripts, against without`,
        found: `${Math.round(ours)} ms, ${Math.round(plainly)} ms`,
        ratio: ours / plainly,
        budget: '<= 1.05',
      };
    }),
  );
}

type Paint = { fcp: number; lcp: number };

/** The parameter by which this server leaves a page as it is. */
const whole = '?whole';

/** A server for pages of the product without their scripts or, with `whole`, unchanged. It passes on everything else. */
async function servePlain(origin: string, paths: string[]) {
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
