// Protects: what is waited for ends in its time, and in a page that was given another, then.
import { afterEach, expect, test, vi } from 'vitest';
import { timeLimit } from './time-limit.ts';

afterEach(() => vi.unstubAllGlobals());

test('A limit is what it says, and each can be given by its name', () => {
  expect(timeLimit('answer', 20_000)).toBe(20_000);
  vi.stubGlobal('timeLimits', { answer: 0 });
  expect([timeLimit('answer', 20_000), timeLimit('map', 15_000)]).toEqual([0, 15_000]);
});
