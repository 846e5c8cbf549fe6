// Protects: an upgrade that is refused, fails or is killed at any step leaves the release before or the new one running, whole.

import { chownSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSmallProduct, git } from '#testing/small-product.ts';

type Product = Awaited<ReturnType<typeof createSmallProduct>>;
type Behaviour = Parameters<Product['release']>[0];

const subject = ({ checkout }: Product) => git(checkout, 'log', '-1', '--format=%s');
const served = (folder: string) => readlinkSync(join(folder, 'current'));

/** A process that is being changed for another answers nothing for a moment. */
async function serving(product: Product) {
  await expect.poll(product.answer).not.toBeNull();
  return product.answer();
}

test('builds the release beside the one that runs, switches to it, and keeps the other to go back to', async () => {
  const product = await createSmallProduct();
  const pages = join(product.checkout, 'backups/pages');
  await product.start();
  product.release({ name: 'two' });
  const { status, output } = await product.upgrade();
  expect([status, output]).toEqual([0, expect.stringMatching(/^Done: release \w{8} runs\. The one before is kept/m)]);
  expect([await product.answer(), subject(product)]).toEqual(['two', 'Release two']);
  const [backup = ''] = readdirSync(join(product.checkout, 'backups'));
  expect(backup).toMatch(/^before-upgrade-/);
  expect(readFileSync(join(product.checkout, 'backups', backup, 'kerbside.sqlite'), 'utf8')).toBe('the store');
  expect((await product.upgrade()).output).toMatch(/^Release \w{8} runs already\.$/m);
  expect(await product.upgrade(['--back'], { EXPORT_DIR: pages })).toMatchObject({ status: 0 });
  expect([await product.answer(), served(pages)]).toEqual(['one', 'releases/one']);
  expect(await product.upgrade()).toMatchObject({ status: 0 });
  expect(await product.answer()).toBe('two');
});

const failures: [what: string, release: Behaviour, says: RegExp][] = [
  ['a build that fails', { name: 'two', build: 'fails' }, /It does not compile\.[\s\S]+It could not be built\./],
  ['a migration that fails', { name: 'two', migrations: 'fail' }, /There is a column already\.\nThe store cannot be brought up/],
  [
    'a migration that others cannot run beside',
    { name: 'two', migrations: 'need a stop' },
    /away for about 6 s\.\n.* \(column phone of form_submissions removed\)\. Stop Kerbside on every other machine/,
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
  expect(subject(product)).toBe('Release one');
  await stop();
  await product.start();
  await product.serves('one');
  product.release({ name: 'three' });
  expect(await product.upgrade()).toMatchObject({ status: 0 });
  expect(await product.answer()).toBe('three');
  expect(product.releases()).toHaveLength(3);
});

const well = ['Looking for', 'Keeping what runs now', 'Backing up', 'Copying release', 'Taking over the packages', 'Building it'];
const switched = [
  'Trying its changes',
  'Switching to',
  'Restarting it',
  'Asking http',
  'Exporting its pages',
  'Moving the checkout',
];

test.each([...well, ...switched])('killed at "%s" it leaves one running, and the next upgrade goes on', async (killAt) => {
  const product = await createSmallProduct();
  const { stop } = await product.start();
  product.release({ name: 'two' });
  const EXPORT_DIR = join(product.checkout, 'backups/pages');
  const { output } = await product.upgrade([], { killAt, EXPORT_DIR });
  expect(output).toContain(killAt);
  expect(output).not.toContain('Done');
  expect(['one', 'two']).toContain(await serving(product));
  await stop();
  await product.start();
  expect(['one', 'two']).toContain(await serving(product));
  const next = await product.upgrade([], { EXPORT_DIR });
  expect([next.status, next.output]).toEqual([0, expect.stringContaining('Done')]);
  expect([await product.answer(), subject(product), served(EXPORT_DIR)]).toEqual(['two', 'Release two', 'releases/two']);
  expect(git(product.checkout, 'status', '--porcelain')).toBe('');
  expect(product.releases()).toHaveLength(3);
});

test.each(['Restarting it', 'Asking http', 'Going back'])(
  'killed at "%s" of a release that is not well, it goes back with the next upgrade',
  async (killAt) => {
    const product = await createSmallProduct();
    await product.start();
    product.release({ name: 'two', start: 'ends' });
    await product.upgrade(['--within', '4'], { killAt });
    product.release({ name: 'three' });
    await product.upgrade(['--within', '4']);
    const { output } = await product.upgrade();
    expect([await product.answer(), output]).toEqual(['three', expect.stringMatching(/Done|runs already/)]);
  },
);

test('going back that was killed is finished by the next one, and does not go forward again', async () => {
  const product = await createSmallProduct();
  await product.start();
  product.release({ name: 'two' });
  expect(await product.upgrade()).toMatchObject({ status: 0 });
  await product.upgrade(['--back'], { killAt: 'Restarting it' });
  expect(await product.upgrade(['--back'])).toMatchObject({ status: 0 });
  expect(await product.answer()).toBe('one');
});

test('a release that cannot open the store is not gone back to, and commands can be run by it to make one that it can', async () => {
  const product = await createSmallProduct();
  const none = 'There is no release before this one: nothing has been upgraded here yet.';
  expect(await product.command('export', '--by-release-before', 'pages')).toEqual({ status: 1, output: `${none}\n` });
  // Nobody runs it, and the next start runs it.
  product.release({ name: 'two', migrations: 'need a stop' });
  const upgraded = await product.upgrade(['--others-stopped']);
  expect(upgraded).toMatchObject({ status: 0, output: expect.stringContaining('Start it again: npm start') });
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
    expect(served(join(product.checkout, 'pages'))).toBe(`releases/${name}`);
  }
});

test.runIf(process.getuid?.() === 0)(
  'what root backs up belongs to the user of the store, and a clone of another user is refused',
  async () => {
    const product = await createSmallProduct();
    chownSync(join(product.checkout, 'data'), 65_534, 65_534);
    product.release({ name: 'two' });
    expect(await product.upgrade()).toMatchObject({ status: 0 });
    const backups = join(product.checkout, 'backups');
    const names = ['.', ...readdirSync(backups, { recursive: true, encoding: 'utf8' })];
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) expect([name, statSync(join(backups, name)).uid]).toEqual([name, 65_534]);
    chownSync(product.checkout, 12_345, 12_345);
    expect((await product.upgrade()).output).toContain(
      `${product.checkout} belongs to user 12345: run npm run upgrade as that user.`,
    );
  },
);

test('the release is looked for where the branch comes from, and what is in its way is said before anything changes', async () => {
  const product = await createSmallProduct();
  // A remote whose name comes first.
  git(product.checkout, 'remote', 'add', 'backup', join(product.checkout, 'which-is-not-there'));
  expect((await product.upgrade([], { PATH: '/nowhere' })).output).toContain('needs git, which is not installed');
  product.release({ name: 'two' });
  writeFileSync(join(product.checkout, 'release.json'), '{}');
  expect((await product.upgrade()).output).toContain('These files were changed and not committed');
  git(product.checkout, 'commit', '--quiet', '--all', '--message', 'A field of our own');
  expect((await product.upgrade()).output).toContain('git pull --rebase');
  expect(product.releases()).toEqual([]);
  git(product.checkout, 'reset', '--quiet', '--hard', 'HEAD~1');
  git(product.checkout, 'checkout', '--quiet', '--detach');
  expect(await product.upgrade(['--to', 'origin/main'])).toMatchObject({ status: 0 });
  expect(subject(product)).toBe('Release two');
});
