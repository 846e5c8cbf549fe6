// Protects: attempts that reach nobody are repeated by the cadence, in London and in opening hours.
import { expect, test } from 'vitest';
import { shortLondonMoment } from './london-day.ts';
import { timeAfterSpeaking, timeToTryAgain } from './next-time.ts';

/** Wednesday 25 November 2026, 14:00. */
const now = Date.UTC(2026, 10, 25, 14);

test('attempts that reach nobody are repeated by the cadence, and then somebody decides', () => {
  const times: string[] = [];
  for (let [attempts, at] = [1, now as number | null]; at !== null; attempts += 1) {
    at = timeToTryAgain(attempts, at, 'always');
    if (at !== null) times.push(shortLondonMoment(at));
  }
  expect(times).toEqual([
    'Wed, 25 Nov 2026, 16:00',
    'Wed, 25 Nov 2026, 18:30',
    'Thu, 26 Nov 2026, 10:00',
    'Sat, 28 Nov 2026, 10:00',
  ]);
  expect(shortLondonMoment(timeToTryAgain(2, Date.UTC(2026, 10, 25, 19), 'always') ?? 0)).toBe('Thu, 26 Nov 2026, 18:30');
  expect(shortLondonMoment(timeAfterSpeaking(now, 'always'))).toBe('Thu, 26 Nov 2026, 10:00');
});
