import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from '#testing/http.ts';
import { type ProductProcess, spawnProduct } from '#testing/product.ts';
import { loadPages } from './load-pages.ts';
import { cpuSeconds, type Line, median } from './measure.ts';

const paths = ['/', '/make-a-claim', '/services/credit-hire', '/faq'];
const rounds = 5;
const roundMs = 2_000;
const connections = 50;

/** Headers that depend on the connection or the time. */
const notCopied = new Set(['connection', 'keep-alive', 'date']);

/**
 * Measures pages from the built product and from a bare Node server that sends the same bytes, in turns, by the processor time of
 * each.
 */
export async function pages(folder: string): Promise<Line[]> {
  const product = await spawnProduct({ DATA_DIR: join(folder, 'product') });
  await product.ready;
  const answers = await Promise.all(
    paths.map(async (path) => {
      const { bytes, headers } = await request(`${product.url}${path}`, { headers: { 'Accept-Encoding': 'br' } });
      const copied = Object.entries(headers).filter(([name]) => !notCopied.has(name));
      return { path, body: bytes.toString('base64'), headers: Object.fromEntries(copied) };
    }),
  );
  const bareFolder = join(folder, 'bare');
  mkdirSync(bareFolder);
  writeFileSync(join(bareFolder, 'answers.json'), JSON.stringify(answers));
  const bare = await spawnProduct({ DATA_DIR: bareFolder }, 'bench/bare-pages.ts');
  await bare.ready;
  const found: { product: number; bare: number }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const rates = { product: await pagesPerProcessorSecond(product), bare: await pagesPerProcessorSecond(bare) };
    // The first round does not count, because V8 compiles code that is used often.
    if (round > 0) found.push(rates);
  }
  for (const server of [product, bare]) await server.end('SIGTERM');
  const rate = (of: 'product' | 'bare') => String(Math.round(median(found.map((rates) => rates[of]))));
  return [
    { what: 'pages per second of processor time', found: rate('product') },
    {
      what: 'a bare Node server, the same bytes',
      found: rate('bare'),
      ratio: median(found.map((rates) => rates.product / rates.bare)),
      budget: '>= 1.0',
    },
  ];
}

async function pagesPerProcessorSecond(server: ProductProcess): Promise<number> {
  const pid = Number(server.process.pid);
  const before = cpuSeconds(pid);
  const count = await loadPages({ port: Number(new URL(server.url).port), paths, connections, forMs: roundMs });
  return count / (cpuSeconds(pid) - before);
}
