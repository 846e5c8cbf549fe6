// Protects: the reserve that claims are stored by on a full disk is made, given up and made again.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Database } from '#server/core/database/database.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { createDiskReserve, reserveFileName } from './disk-reserve.ts';

const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });

test('the reserve is made where there is room for it, and again what was released', async () => {
  const folder = temporaryFolder();
  const reserve = createDiskReserve(folder);
  const size = () => statSync(join(folder, reserveFileName)).size;
  await Promise.all([reserve.restore(), reserve.restore()]);
  const whole = size();
  expect(whole).toBeGreaterThan(0);
  expect(reserve.hasRoom()).toBe(true);
  let isFull = true;
  const log = { error: () => {} } as never;
  await reserve.openWith(async () => {
    if (!isFull) return;
    isFull = false;
    throw new Error('It cannot be used.', { cause: full });
  }, log);
  expect(size()).toBe(whole - whole / 8);
  await reserve.restore();
  expect(size()).toBe(whole);
});

test.each(['write', 'writeReserved', 'writeApart'] as const)(
  'what visitors send by %s takes a piece after the other on a full disk, and half of the reserve at most',
  async (way) => {
    const folder = temporaryFolder();
    const reserve = createDiskReserve(folder);
    await reserve.restore();
    const size = () => statSync(join(folder, reserveFileName)).size;
    const whole = size();
    let sizeThatFits = 0;
    const write = async () => {
      if (size() > sizeThatFits) throw full;
      return 'stored';
    };
    const database = { write, writeReserved: write, writeApart: write, file: null } as unknown as Database;
    const forVisitors = reserve.forVisitors(database);
    sizeThatFits = (whole * 6) / 8;
    expect(await forVisitors[way](async () => '')).toBe('stored');
    expect(size()).toBe((whole * 6) / 8);
    sizeThatFits = 0;
    await expect(forVisitors[way](async () => '')).rejects.toBe(full);
    expect(size()).toBe(whole / 2);
  },
);
