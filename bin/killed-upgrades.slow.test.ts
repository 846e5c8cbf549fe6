// Protects: wherever an upgrade is killed the release before or the new one runs, and the next upgrade goes on.
import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSmallProduct, git } from '#testing/small-product.ts';

/** What it writes as each step begins. */
const steps = [
  'Looking for',
  'Keeping what runs now',
  'Backing up',
  'Copying release',
  'Taking over the packages',
  'Building it',
  'Trying its changes',
  'Exporting its pages',
  'Switching to',
  'Restarting it',
  'Asking http',
  'Moving the checkout',
];

test.each(steps)('killed at "%s" it leaves one of the two running, and the next upgrade goes on', async (killAt) => {
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
  expect(await product.answer()).toBe('two');
  expect(git(product.checkout, 'log', '-1', '--format=%s')).toBe('Release two');
  expect(git(product.checkout, 'status', '--porcelain')).toBe('');
  expect(readlinkSync(join(EXPORT_DIR, 'current'))).toBe('releases/two');
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

/** A process that is being changed for another answers nothing for a moment. */
async function serving(product: Awaited<ReturnType<typeof createSmallProduct>>) {
  await expect.poll(product.answer).not.toBeNull();
  return product.answer();
}
