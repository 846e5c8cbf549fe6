// Protects: an upgrade leaves the release before or the new one running, whatever fails, and where it is killed.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isSample, sampled } from '#testing/sampled.ts';
import { createSmallProduct, git } from '#testing/small-product.ts';

test.skipIf(isSample)(
  'builds the release beside the one that runs, switches to it, and keeps the other to go back to',
  async () => {
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

    expect(await product.upgrade(['--back'])).toMatchObject({ status: 0 });
    expect(await product.answer()).toBe('one');
    expect(await product.upgrade()).toMatchObject({ status: 0 });
    expect(await product.answer()).toBe('two');
  },
);

test('what nobody runs is upgraded too, and the next start runs it', async () => {
  const product = await createSmallProduct();
  product.release({ name: 'two' });
  expect(await product.upgrade()).toMatchObject({ status: 0, output: expect.stringContaining('Start it again: npm start') });
  await product.start();
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

test.each(sampled(failures))('%s leaves the release before running', async (_, behaviour, says) => {
  const product = await createSmallProduct();
  const { stop } = await product.start();
  product.release(behaviour);
  const { status, output } = await product.upgrade([], {
    npm_config_registry: 'http://127.0.0.1:1',
    npm_config_fetch_retries: '0',
  });
  expect([status, output]).toEqual([1, expect.stringMatching(says)]);
  expect(await product.answer()).toBe('one');
  expect(git(product.checkout, 'log', '-1', '--format=%s')).toBe('Release one');
  await stop();
  await product.start();
  expect(await product.answer()).toBe('one');
  product.release({ name: 'three' });
  expect(await product.upgrade()).toMatchObject({ status: 0 });
  expect(await product.answer()).toBe('three');
  expect(product.releases()).toHaveLength(3);
});

test.skipIf(isSample)(
  'killed while it builds, and while it restarts, it leaves one of the two running, and the next upgrade goes on',
  async () => {
    const product = await createSmallProduct();
    await product.start();
    product.release({ name: 'two' });
    for (const killAt of ['Building it', 'Restarting it']) {
      await product.upgrade([], { killAt });
      await expect.poll(product.answer).toMatch(/one|two/);
    }
    expect(await product.upgrade()).toMatchObject({ status: 0 });
    expect(await product.answer()).toBe('two');
  },
);

test('a change that was not committed, and commits of the owner’s own, are said before anything changes', async () => {
  const product = await createSmallProduct();
  product.release({ name: 'two' });
  writeFileSync(join(product.checkout, 'release.json'), '{}');
  expect((await product.upgrade()).output).toContain('These files were changed and not committed');
  git(product.checkout, 'commit', '--quiet', '--all', '--message', 'A field of our own');
  expect((await product.upgrade()).output).toContain('git pull --rebase');
  expect(product.releases()).toEqual([]);
});
