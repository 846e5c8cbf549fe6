import { expect, test } from 'vitest';
import { giveUpAfterMs, nextTryAt } from './retry.ts';

const hour = 3_600_000;

test('the first five tries are followed after 10 s, 30 s, 2 min, 10 min and 30 min', () => {
  const delays = [1, 2, 3, 4, 5].map((tries) => (nextTryAt({ tries, firstTriedAt: 0 }, 1_000) ?? 0) - 1_000);
  expect(delays).toEqual([10_000, 30_000, 120_000, 600_000, 1_800_000]);
});

test('then hourly, each a little sooner or later than the others', () => {
  const at = (random: number) => nextTryAt({ tries: 6, firstTriedAt: 0 }, 0, () => random) ?? 0;
  expect([at(0), at(0.5), at(1)]).toEqual([0.95 * hour, hour, 1.05 * hour]);
});

test('a mail server that never comes back is tried for five days, and then the letter is given up', () => {
  let now = 0;
  let tries = 0;
  for (let at: number | null = 0; at !== null; at = nextTryAt({ tries, firstTriedAt: 0 }, now)) {
    now = at;
    tries += 1;
  }
  expect(now).toBeGreaterThanOrEqual(giveUpAfterMs);
  expect(now).toBeLessThan(giveUpAfterMs + 2 * hour);
  expect(tries).toBeGreaterThan(115);
});
