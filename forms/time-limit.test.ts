// Protects: what is waited for ends in its time, and in a test that has set so, never.
import { afterEach, expect, test, vi } from 'vitest';
import { timeLimit } from './time-limit.ts';

afterEach(() => vi.unstubAllGlobals());

test('A limit is what it says, and without limits more than any test takes', () => {
  expect(timeLimit(20_000)).toBe(20_000);
  vi.stubGlobal('withoutTimeLimits', true);
  expect(timeLimit(20_000)).toBeGreaterThan(20 * 24 * 60 * 60_000);
});
