// Protects: the desk rings once for each person who begins to wait, and once more when their target is over, in one tab of several.
import { afterEach, expect, test, vi } from 'vitest';
import { createWebStorage } from '#testing/web-storage.ts';
import { claimRing, createRings } from './ring.ts';

const one = { id: 'a', targetAt: 900 };
const other = { id: 'b', targetAt: 7_200 };
const third = { id: 'c', targetAt: 7_200 };

test('each person is heard when they begin to wait and when their target is over, and not again', () => {
  const rings = createRings();
  expect(rings([], 1)).toEqual([]);
  expect(rings([one], 1)).toEqual([one]);
  expect(rings([one], 2)).toEqual([]);
  expect(rings([one, other], 3)).toEqual([other]);
  expect(rings([other], 4)).toEqual([]);
  expect(rings([one, other], 900)).toEqual([one]);
  expect(rings([one, other], 901)).toEqual([]);
});

test('what waits when the desk is opened rings only once its target is over', () => {
  const rings = createRings();
  expect(rings([one, other], 1)).toEqual([]);
  expect(rings([one, other, third], 2)).toEqual([third]);
  expect(rings([one, other, third], 900)).toEqual([one]);
});

afterEach(() => vi.unstubAllGlobals());

test('of two tabs that see the same person wait at different moments, one rings', async () => {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_: string, work: () => unknown) => {
    last = last.then(work);
    return last;
  };
  vi.stubGlobal('window', { localStorage: createWebStorage() });
  vi.stubGlobal('navigator', { locks: { request } });
  expect(await Promise.all([claimRing([one], 1), claimRing([one], 1)])).toEqual([true, false]);
  expect(await claimRing([one], 20)).toBe(false);
  expect(await claimRing([one, other], 30)).toBe(true);
  expect(await claimRing([one], 900)).toBe(true);
  expect(await claimRing([one], 901)).toBe(false);
});
