// Protects: npm start serves with one folder of data, and ends in order.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { reserveFileName } from '#server/operations/disk/disk-reserve.ts';
import { request } from '#testing/http.ts';
import { spawnProduct } from '#testing/product.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { until } from '#testing/until.ts';

test('npm start serves the build that is there, with one folder of data, and ends in order', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const product = await spawnProduct({ DATA_DIR: dataDir }, 'bin/start.mjs');
  onTestFinished(async () => void (await product.end('SIGKILL')));
  await product.ready;
  expect((await request(`${product.url}/make-a-claim`)).status).toBe(200);
  expect(product.output()).not.toContain('Building');
  await until('room to be kept for a full disk', () => existsSync(join(dataDir, reserveFileName)));
  expect(await product.end('SIGTERM')).toEqual({ code: 0, signal: null });
});
