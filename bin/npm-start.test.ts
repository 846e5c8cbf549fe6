// Protects: npm start serves with one folder of data, and ends in order.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { request } from '#testing/http.ts';
import { spawnProduct } from '#testing/product.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';

test('npm start serves the build that is there, with one folder of data, and ends in order', async () => {
  const product = await spawnProduct({ DATA_DIR: join(temporaryFolder(), 'data') }, 'bin/start.mjs');
  await product.ready;
  expect((await request(`${product.url}/make-a-claim`)).status).toBe(200);
  expect(product.output()).not.toContain('Building');
  expect(await product.end('SIGTERM')).toEqual({ code: 0, signal: null });
});
