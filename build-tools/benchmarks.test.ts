// Protects: the benchmarks start from the sources, without a build, and every fault can still be planted.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#testing/product.ts';
import { faults } from '../bench/faults.ts';

test('a benchmark that does not exist is named, with those that do', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(process.execPath, ['bench/run.ts', 'applause'], { cwd: root }, (_error, _printed, errors) => resolve(errors));
  expect(await promise).toContain('There is no applause; there are pages, ');
});

test('the text of every fault to plant is once in its file', () => {
  const times = ({ file, from }: { file: string; from: string }) => readFileSync(join(root, file), 'utf8').split(from).length - 1;
  expect(Object.keys(faults).filter((name) => times(faults[name] as never) !== 1)).toEqual([]);
});
