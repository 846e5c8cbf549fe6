// Protects: submissions that arrive together are committed together, and one bad one harms no other.
import { expect, test } from 'vitest';
import { createGroupCommit } from './group-commit.ts';
import { StoreBusyError } from './store-errors.ts';

const tick = () => new Promise((resolve) => setTimeout(resolve, 5));

test('items that arrive together are one batch; those that arrive meanwhile are the next', async () => {
  const batches: number[][] = [];
  const commit = createGroupCommit<number, string>({
    isFaultOfOne: () => false,
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
    isFaultOfOne: () => false,
    commit: async (items) => {
      sizes.push(items.length);
      return items;
    },
    limit: 10,
  });
  await Promise.all(Array.from({ length: 25 }, (_, item) => commit(item)));
  expect(sizes).toEqual([10, 10, 5]);
});

test('a full batch is committed at once, before the rest of what arrives with it', async () => {
  const sizes: number[] = [];
  const commit = createGroupCommit<number, number>({
    commit: async (items) => {
      sizes.push(items.length);
      return items;
    },
    limit: 3,
  });
  const items = [1, 2, 3].map(commit);
  expect(sizes).toEqual([3]);
  expect(await Promise.all([...items, commit(4)])).toEqual([1, 2, 3, 4]);
});

test('one item that cannot be stored does not keep the others from being stored', async () => {
  const commit = createGroupCommit<string, string>({
    isFaultOfOne: (error) => error === 'bad item',
    commit: async (items) => {
      if (items.includes('bad')) throw 'bad item';
      return items;
    },
  });
  const settled = await Promise.allSettled(['a', 'bad', 'b', 'bad', 'c'].map(commit));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled']);
});

test('when the store is down a batch is committed once, not once for each item', async () => {
  let asked = 0;
  const commit = createGroupCommit<string, string>({
    isFaultOfOne: (error) => error === 'bad item',
    commit: async () => {
      asked += 1;
      throw 'connection refused';
    },
  });
  const settled = await Promise.allSettled(['a', 'b', 'c'].map(commit));
  expect(settled.every(({ status }) => status === 'rejected')).toBe(true);
  expect(asked).toBe(1);
});

test('more than may wait are refused at once, and those that wait are committed', async () => {
  const commit = createGroupCommit<number, number>({ commit: async (items) => items, limit: 10, maxWaiting: 30 });
  const settled = await Promise.allSettled(Array.from({ length: 50 }, (_, item) => commit(item)));
  // Ten are being committed, and thirty wait.
  expect(settled.slice(0, 40).every(({ status }) => status === 'fulfilled')).toBe(true);
  expect(settled.slice(40).every((one) => one.status === 'rejected' && one.reason instanceof StoreBusyError)).toBe(true);
});

test('while a batch is committed a full one follows, and one that is not full waits', async () => {
  const batches: number[][] = [];
  const ends: (() => void)[] = [];
  const commit = createGroupCommit<number, number>({
    commit: async (items) => {
      batches.push(items);
      await new Promise<void>((resolve) => ends.push(resolve));
      return items;
    },
    limit: 3,
    atOnce: 2,
  });
  const first = commit(1);
  await new Promise((resolve) => setImmediate(resolve));
  const others = [2, 3, 4, 5, 6, 7, 8].map(commit);
  expect(batches).toEqual([[1], [2, 3, 4]]);
  ends.shift()?.();
  await first;
  await tick();
  expect(batches).toEqual([[1], [2, 3, 4], [5, 6, 7]]);
  for (const end of ends.splice(0)) end();
  await Promise.all(others.slice(0, -1));
  await tick();
  expect(batches.at(-1)).toEqual([8]);
  for (const end of ends) end();
  expect(await others.at(-1)).toBe(8);
});
