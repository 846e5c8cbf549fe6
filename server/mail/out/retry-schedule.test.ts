// Protects: an email is retried soon at first, then every five minutes, and is given up after five days.
import { expect, test } from 'vitest';
import { minute } from '#forms/durations.ts';
import { giveUpAfterMs, nextAttemptAt } from './retry-schedule.ts';

test('the first three attempts are followed after 10 s, 30 s and 2 min', () => {
  const delays = [1, 2, 3].map((attempts) => (nextAttemptAt({ attempts, firstAttemptAt: 0 }, 1_000) ?? 0) - 1_000);
  expect(delays).toEqual([10_000, 30_000, 120_000]);
});

test('then within five minutes, with jitter', () => {
  const at = (random: number) => nextAttemptAt({ attempts: 4, firstAttemptAt: 0 }, 0, () => random) ?? 0;
  expect([at(0), at(0.5), at(1)]).toEqual([4.5 * minute, 4.75 * minute, 5 * minute]);
});

test('an email that is deferred again and again fails after five days', () => {
  let now = 0;
  let attempts = 0;
  for (let at: number | null = 0; at !== null; at = nextAttemptAt({ attempts, firstAttemptAt: 0 }, now)) {
    now = at;
    attempts += 1;
  }
  expect(now).toBeGreaterThanOrEqual(giveUpAfterMs);
  expect(now).toBeLessThan(giveUpAfterMs + 5 * minute);
});
