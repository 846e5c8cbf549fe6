// Protects: the reserve that claims are stored by on a full disk is made, given up and made again.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { ballastFileName, createBallast } from './ballast.ts';

test('the ballast is made where there is room for it, and again what was given up', async () => {
  const folder = temporaryFolder();
  const ballast = createBallast(folder);
  const size = () => statSync(join(folder, ballastFileName)).size;
  await Promise.all([ballast.restore(), ballast.restore()]);
  const whole = size();
  expect(whole).toBeGreaterThan(0);
  expect(ballast.hasRoom()).toBe(true);
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  let isFull = true;
  const log = { error: () => {} } as never;
  await ballast.openWith(async () => {
    if (!isFull) return;
    isFull = false;
    throw new Error('It cannot be used.', { cause: full });
  }, log);
  expect(size()).toBe(whole - whole / 8);
  await ballast.restore();
  expect(size()).toBe(whole);
});
