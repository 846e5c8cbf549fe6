import { join } from 'node:path';
import { spawnProduct } from '#testing/product.ts';
import { cpuSeconds, type Line, median } from './measure.ts';

const starts = 7;

/**
 * The time from the start of the built product's process to the first page it serves. The first start makes the store, the others
 * open it.
 */
export async function start(folder: string): Promise<Line[]> {
  const times: number[] = [];
  const worked: number[] = [];
  for (let count = 0; count < starts; count += 1) {
    const began = performance.now();
    const product = await spawnProduct({ DATA_DIR: join(folder, 'product') });
    await product.ready;
    const { status } = await fetch(product.url);
    if (status !== 200) throw new Error(`The first page came with status ${status}.`);
    times.push(performance.now() - began);
    worked.push(cpuSeconds(product.process.pid as number) * 1_000);
    await product.end('SIGTERM');
  }
  const [first = 0, ...others] = times;
  return [
    { what: 'first start, with a new store', found: `${Math.round(first)} ms`, budget: '<= 400 ms' },
    { what: 'each start after that (median)', found: `${Math.round(median(others))} ms`, budget: '<= 300 ms' },
    { what: 'processor time until then (median)', found: `${Math.round(median(worked))} ms` },
  ];
}
