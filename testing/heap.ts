import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { until } from './until.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Bytes of JavaScript objects still referred to, after a full garbage collection. */
export function heapInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Flags for `spawnProduct` that `heapInUseOf` needs. */
export const heapProbe = ['--import', './testing/heap-probe.mjs'];

/** Bytes of JavaScript objects that another process still refers to, counted in the midst of its work. */
export async function heapInUseOf(product: {
  process: { kill: (signal: NodeJS.Signals) => boolean };
  output: () => string;
}): Promise<number> {
  const answers = () => [...product.output().matchAll(/heap in use: (\d+)/g)];
  const before = answers().length;
  product.process.kill('SIGUSR2');
  await until('what the heap holds', () => answers().length > before);
  return Number(answers().at(-1)?.[1]);
}
