import { join } from 'node:path';
import { spawnProduct } from '#testing/product.ts';
import { type Line, median } from './bench-result.ts';
import { openPhone } from './phone-browser.ts';
import { servePlain } from './plain-copy.ts';

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
