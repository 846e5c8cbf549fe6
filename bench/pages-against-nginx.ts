import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from '#testing/http.ts';
import { spawnProduct } from '#testing/product.ts';
import { type Line, median } from './bench-result.ts';
import { loadPages } from './load-pages.ts';
import { startNginx, startNginxWithExport } from './nginx.ts';
import { cpuSeconds } from './process-figures.ts';

const paths = ['/', '/make-a-claim', '/services/credit-hire', '/faq'];
const rounds = 5;
const roundMs = 2_000;
const connections = 50;

/** Headers that depend on the connection or the time. */
const notCopied = new Set(['connection', 'keep-alive', 'date']);

type Server = { port: number; pid: number };

/**
 * Measures pages from the built product, a bare Node server, nginx, and the exported site behind nginx, in turns and with the same
 * bytes, by the processor time of each.
 */
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
  const bareFolder = join(folder, 'bare');
  mkdirSync(bareFolder);
  const encoded = answers.map(({ body, ...rest }) => ({ ...rest, body: body.toString('base64') }));
  writeFileSync(join(bareFolder, 'answers.json'), JSON.stringify(encoded));
  const bare = await spawnProduct({ DATA_DIR: bareFolder }, 'bench/bare-pages.ts');
  await bare.ready;
  const site = join(folder, 'site');
  execFileSync(process.execPath, ['bin/export.ts', site, '--site-url', product.url]);
  const nginx = await startNginx(join(folder, 'nginx'), answers);
  const exported = await startNginxWithExport(join(folder, 'exported'), site);

  const ofNode = (node: typeof product): Server => ({ port: Number(new URL(node.url).port), pid: Number(node.process.pid) });
  const ofNginx = (started: typeof nginx): Server | null => started && { port: started.port, pid: Number(started.process.pid) };
  const servers = { product: ofNode(product), bare: ofNode(bare), nginx: ofNginx(nginx), exported: ofNginx(exported) };
  const found: Record<keyof typeof servers, number>[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const rates = { product: 0, bare: 0, nginx: 0, exported: 0 };
    for (const [name, server] of Object.entries(servers)) if (server) rates[name as keyof typeof servers] = await measure(server);
    // The first round does not count, because V8 compiles code that is used often.
    if (round > 0) found.push(rates);
  }
  for (const started of [nginx, exported]) started?.process.kill();
  await Promise.all([product, bare].map((node) => node.end('SIGTERM')));
  const rate = (name: keyof typeof servers) => `${Math.round(median(found.map((rates) => rates[name])))}`;
  const ratio = (name: keyof typeof servers, to: keyof typeof servers) => median(found.map((rates) => rates[name] / rates[to]));
  return [
    { what: 'pages per second of processor time', found: rate('product') },
    { what: 'a bare Node server, the same bytes', found: rate('bare'), ratio: ratio('product', 'bare'), budget: '>= 0.9' },
    ...(nginx
      ? [
          { what: 'nginx, the same bytes', found: rate('nginx'), ratio: ratio('product', 'nginx') },
          {
            what: 'the exported site behind nginx',
            found: rate('exported'),
            ratio: ratio('exported', 'nginx'),
            budget: '1.0 within noise',
          },
        ]
      : [{ what: 'nginx', found: 'is not installed' }]),
  ];
}

/** Responses for each second of the server's processor time. */
async function measure({ port, pid }: Server): Promise<number> {
  const before = cpuSeconds(pid);
  const count = await loadPages({ port, paths, connections, forMs: roundMs });
  return count / (cpuSeconds(pid) - before);
}
