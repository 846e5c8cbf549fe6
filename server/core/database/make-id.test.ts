// Protects: ids are unique and in the order of time.
import { expect, test } from 'vitest';
import { makeId } from './make-id.ts';

test('ids are UUIDs of version 7, in the order of time, and differ', () => {
  const ids = [0, 1, 1_795_000_000_000, 1_795_000_000_001].map(makeId);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(Array.from({ length: 1_000 }, () => makeId(0))).size).toBe(1_000);
});
