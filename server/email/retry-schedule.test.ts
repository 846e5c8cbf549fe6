// Protects: attempts at an e-mail have their pauses, and end after five days.
import { expect, test } from 'vitest';
import { giveUpAfterMs, nextAttemptAt } from './email-job.ts';

const hour = 3_600_000;

test('the first five attempts are followed after 10 s, 30 s, 2 min, 10 min and 30 min', () => {
  const delays = [1, 2, 3, 4, 5].map((attempts) => (nextAttemptAt({ attempts, firstAttemptAt: 0 }, 1_000) ?? 0) - 1_000);
  expect(delays).toEqual([10_000, 30_000, 120_000, 600_000, 1_800_000]);
});

test('then hourly, with jitter', () => {
  const at = (random: number) => nextAttemptAt({ attempts: 6, firstAttemptAt: 0 }, 0, () => random) ?? 0;
  expect([at(0), at(0.5), at(1)]).toEqual([0.95 * hour, hour, 1.05 * hour]);
});

test('an e-mail to a mail server that stays unreachable fails after five days', () => {
  let now = 0;
  let attempts = 0;
  for (let at: number | null = 0; at !== null; at = nextAttemptAt({ attempts, firstAttemptAt: 0 }, now)) {
    now = at;
    attempts += 1;
  }
  expect(now).toBeGreaterThanOrEqual(giveUpAfterMs);
  expect(now).toBeLessThan(giveUpAfterMs + 2 * hour);
  expect(attempts).toBeGreaterThan(115);
});
