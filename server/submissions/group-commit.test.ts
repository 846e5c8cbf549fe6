import { expect, test } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

const tick = () => new Promise((resolve) => setTimeout(resolve, 5));

test('what arrives together is committed together, what arrives meanwhile is next', async () => {
  const batches: number[][] = [];
  const commit = createGroupCommit<number, string>({
    commit: async (items) => {
      batches.push(items);
      await tick();
      return items.map((item) => `done ${item}`);
    },
  });
  const first = [commit(1), commit(2), commit(3)];
  await new Promise((resolve) => setImmediate(resolve));
  const next = [commit(4), commit(5)];
  expect(await Promise.all([...first, ...next])).toEqual(['done 1', 'done 2', 'done 3', 'done 4', 'done 5']);
  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
});

test('a batch has an upper bound', async () => {
  const sizes: number[] = [];
  const commit = createGroupCommit<number, number>({
    commit: async (items) => {
      sizes.push(items.length);
      return items;
    },
    most: 10,
  });
  await Promise.all(Array.from({ length: 25 }, (_, item) => commit(item)));
  expect(sizes).toEqual([10, 10, 5]);
});
