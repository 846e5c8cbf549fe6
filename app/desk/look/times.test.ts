import { expect, test } from 'vitest';
import { endOfLondonDay, londonMoment, span, startOfLondonDay } from './times.ts';

const minute = 60_000;

test.each([
  [30_000, 'under a minute'],
  [4 * minute, '4 min'],
  [100 * minute, '1 h 40 min'],
  [120 * minute, '2 h'],
  [-18.5 * 60 * minute, '18 h'],
  [25 * 60 * minute, '1 day'],
  [72 * 60 * minute, '3 days'],
])('%i ms is said as "%s"', (ms, words) => {
  expect(span(ms)).toBe(words);
});

test('a day is a day in London, in winter, in summer, and when the clocks change', () => {
  expect(startOfLondonDay('2026-11-20')).toBe(Date.parse('2026-11-20T00:00:00Z'));
  expect(startOfLondonDay('2026-07-01')).toBe(Date.parse('2026-06-30T23:00:00Z'));
  expect(endOfLondonDay('2026-07-01')).toBe(Date.parse('2026-07-01T23:00:00Z'));
  expect(endOfLondonDay('2026-10-25')).toBe(Date.parse('2026-10-26T00:00:00Z'));
  expect(startOfLondonDay('2026-02-31x')).toBeNull();
  expect(startOfLondonDay(null)).toBeNull();
  expect(londonMoment(Date.parse('2026-07-01T12:05:00Z'))).toBe('Wed, 1 Jul 2026, 13:05');
});
