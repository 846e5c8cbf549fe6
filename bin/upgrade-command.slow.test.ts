// Protects: an upgrade that is refused, fails or is killed at any step leaves the release that ran.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSmallProduct, git } from '#testing/small-product.ts';

test('builds the release beside the one that runs, switches to it, and keeps the other to go back to', async () => {
  const product = await createSmallProduct();
  await product.start();
  product.release({ name: 'two' });
  const { status, output } = await product.upgrade();
  expect([status, output]).toEqual([0, expect.stringMatching(/^Done: release \w{8} runs\. The one before is kept/m)]);
  expect(await product.answer()).toBe('two');
  expect(git(product.checkout, 'log', '-1', '--format=%s')).toBe('Release two');
  const [backup = ''] = readdirSync(join(product.checkout, 'backups'));
  expect(backup).toMatch(/^before-upgrade-/);
  expect(readFileSync(join(product.checkout, 'backups', backup, 'kerbside.sqlite'), 'utf8')).toBe('the store');
  expect((await product.upgrade()).output).toMatch(/^Release \w{8} runs already\.$/m);

  const EXPORT_DIR = join(product.checkout, 'backups/pages');
  expect(await product.upgrade(['--back'], { EXPORT_DIR })).toMatchObject({ status: 0 });
  expect(await product.answer()).toBe('one');
  expect(readlinkSync(join(EXPORT_DIR, 'current'))).toBe('releases/one');
  expect(await product.upgrade()).toMatchObject({ status: 0 });
  expect(await product.answer()).toBe('two');
});

const failures: [
  what: string,
  release: Parameters<Awaited<ReturnType<typeof createSmallProduct>>['release']>[0],
  says: RegExp,
][] = [
  ['a build that fails', { name: 'two', build: 'fails' }, /It does not compile\.[\s\S]+It could not be built\./],
  [
    'a migration that fails',
    { name: 'two', migrations: 'fail' },
    /There is a column already\.\nThe store cannot be brought up to date/,
  ],
  ['a registry that is away', { name: 'two', packages: { 'node_modules/left': { version: '1.0.0' } } }, /could not be installed/],
  ['a /readyz that stays red', { name: 'two', ready: 'never' }, /is not well after 4 seconds\.\nGoing back to release/],
  ['a server that ends at its start', { name: 'two', start: 'ends' }, /is not well after 4 seconds\.\nGoing back to release/],
];

test.each(failures)('%s leaves the release before running', async (_, behaviour, says) => {
  const product = await createSmallProduct();
  const { stop } = await product.start();
  product.release(behaviour);
  const { status, output } = await product.upgrade(['--within', '4'], {
    npm_config_registry: 'http://127.0.0.1:1',
    npm_config_fetch_retries: '0',
  });
  expect([status, output]).toEqual([1, expect.stringMatching(says)]);
  await product.serves('one');
  expect(git(product.checkout, 'log', '-1', '--format=%s')).toBe('Release one');
  await stop();
  await product.start();
  await product.serves('one');
  product.release({ name: 'three' });
  expect(await product.upgrade()).toMatchObject({ status: 0 });
  expect(await product.answer()).toBe('three');
  expect(product.releases()).toHaveLength(3);
});

test('killed while it builds, and while it restarts, it leaves one of the two running, and the next upgrade goes on', async () => {
  const product = await createSmallProduct();
  await product.start();
  product.release({ name: 'two' });
  for (const killAt of ['Building it', 'Restarting it']) {
    await product.upgrade([], { killAt });
    await expect.poll(product.answer).toMatch(/one|two/);
  }
  expect(await product.upgrade()).toMatchObject({ status: 0 });
  expect(await product.answer()).toBe('two');
});
