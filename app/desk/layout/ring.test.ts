// Protects: the desk rings once for each person who begins to wait, and once more when their target is over.
import { expect, test } from 'vitest';
import { createRings } from './ring.ts';

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
