// Protects: an upgrade that is refused, fails or is killed at any step leaves the release that ran.

import { execFileSync } from 'node:child_process';
import {
  chownSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { copySqliteTemplate } from '#testing/migrated-databases.ts';
import { root } from '#testing/product.ts';
import { createSmallProduct, git } from '#testing/small-product.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';

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
  ['a store that stays away', { name: 'two', ready: 'without a store' }, /is not well after 4 seconds\.\nGoing back to release/],
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

test('a release that cannot open the store is not gone back to, and commands can be run by it to make one that it can', async () => {
  const product = await createSmallProduct();
  const none = 'There is no release before this one: nothing has been upgraded here yet.';
  expect(await product.command('export', '--by-release-before', 'pages')).toEqual({ status: 1, output: `${none}\n` });
  product.release({ name: 'two', migrations: 'change' });
  expect(await product.upgrade()).toMatchObject({ status: 0 });
  const { stop } = await product.start();
  const { status, output } = await product.upgrade(['--back']);
  expect([status, output]).toEqual([1, expect.stringMatching(/cannot open the store.* \(1-changes\): nothing has changed/)]);
  expect(output).not.toContain('Restarting');
  expect(await product.answer()).toBe('two');
  await stop();
  for (const [args, name] of [
    [['pages'], 'two'],
    [['--by-release-before', 'pages'], 'one'],
  ] as const) {
    expect(await product.command('export', ...args)).toMatchObject({ status: 0 });
    expect(readlinkSync(join(product.checkout, 'pages/current'))).toBe(`releases/${name}`);
  }
});

test('the changes that a store has seen and a release does not have are named', async () => {
  const [dataDir, release] = [temporaryFolder(), temporaryFolder()];
  await copySqliteTemplate(dataDir);
  const list = 'server/core/database/migrations.ts';
  mkdirSync(dirname(join(release, list)), { recursive: true });
  copyFileSync(join(root, list), join(release, list));
  const unknown = () => {
    const options = { cwd: root, encoding: 'utf8', env: { PATH: process.env.PATH, DATA_DIR: dataDir } } as const;
    return execFileSync(process.execPath, ['bin/upgrade-store.ts', 'unknown', release], options).trim();
  };
  expect(unknown()).toBe('[]');
  rmSync(join(release, list));
  expect(unknown()).toBe('["0001-baseline"]');
});

test('what nobody runs is upgraded too, and the next start runs it', async () => {
  const product = await createSmallProduct();
  product.release({ name: 'two' });
  expect(await product.upgrade()).toMatchObject({ status: 0, output: expect.stringContaining('Start it again: npm start') });
  await product.start();
  expect(await product.answer()).toBe('two');
});

test.runIf(process.getuid?.() === 0)(
  'the backup that root makes belongs to the user of the store, who can restore it',
  async () => {
    const product = await createSmallProduct();
    chownSync(join(product.checkout, 'data'), 65_534, 65_534);
    product.release({ name: 'two' });
    expect(await product.upgrade()).toMatchObject({ status: 0 });
    const backups = join(product.checkout, 'backups');
    const names = ['.', ...readdirSync(backups, { recursive: true, encoding: 'utf8' })];
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) expect([name, statSync(join(backups, name)).uid]).toEqual([name, 65_534]);
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
