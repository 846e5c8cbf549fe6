// Protects: the benchmarks start from the sources, without a build.
import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { root } from '#testing/product.ts';

test('a benchmark that does not exist is named, with those that do', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(process.execPath, ['bench/run.ts', 'applause'], { cwd: root }, (_error, _printed, errors) => resolve(errors));
  expect(await promise).toContain('There is no applause; there are pages, ');
});
