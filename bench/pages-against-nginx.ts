import { join } from 'node:path';
import { request } from '#testing/http.ts';
import { spawnProduct } from '#testing/product.ts';
import { type Line, median } from './bench-result.ts';
import { loadPages } from './load-pages.ts';
import { startNginx } from './nginx.ts';
import { cpuSeconds } from './process-figures.ts';

const paths = ['/', '/make-a-claim', '/services/credit-hire', '/faq'];
const rounds = 3;
const roundMs = 3_000;
const connections = 50;

/** What the connection and the moment bring along, and what nginx says by itself. */
const notCopied = new Set(['connection', 'keep-alive', 'date', 'content-length', 'content-type', 'etag', 'last-modified']);

/** Pages in turn from the built product and from an nginx that serves the same bytes, by the processor time of each. */
export async function pagesAgainstNginx(folder: string): Promise<Line[]> {
  const product = await spawnProduct({ DATA_DIR: join(folder, 'product') });
  await product.ready;
  const answers = await Promise.all(
    paths.map(async (path) => {
      const { bytes, headers } = await request(`${product.url}${path}`, { headers: { 'Accept-Encoding': 'br' } });
      const copied = Object.entries(headers).filter(([name]) => !notCopied.has(name));
      return { path, body: bytes, headers: Object.fromEntries(copied.map(([name, value]) => [name, String(value)])) };
    }),
  );
  const nginx = await startNginx(folder, answers);
  const port = Number(new URL(product.url).port);
  const found = [];
  await measure(port, product.process.pid, 1_000);
  for (let round = 0; round < rounds; round += 1) {
    found.push({
      nginx: nginx && (await measure(nginx.port, nginx.process.pid, roundMs)),
      product: await measure(port, product.process.pid, roundMs),
    });
  }
  nginx?.process.kill();
  await product.end('SIGTERM');
  const ours = median(found.map((round) => round.product));
  const theirs = median(found.map((round) => round.nginx ?? 0));
  return [
    { what: 'pages per second of processor time', found: `${Math.round(ours)}` },
    ...(nginx
      ? [
          {
            what: 'nginx, the same bytes',
            found: `${Math.round(theirs)}`,
            ratio: median(found.map((round) => round.product / (round.nginx ?? 1))),
            budget: '>= 0.8',
          },
        ]
      : [{ what: 'nginx', found: 'is not installed' }]),
  ];
}

/** Answers for each second of the server's processor time. */
async function measure(port: number, pid: number | undefined, forMs: number): Promise<number> {
  const before = cpuSeconds(pid as number);
  const count = await loadPages({ port, paths, connections, forMs });
  return count / (cpuSeconds(pid as number) - before);
}
