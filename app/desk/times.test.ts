// Protects: the desk states durations in words, and days as days in London.
import { expect, test } from 'vitest';
import { minute } from '#forms/durations.ts';
import { shortLondonMoment } from '#forms/london-day.ts';
import { endOfLondonDay, span, startOfLondonDay } from './times.ts';

test.each([
  [30_000, 'under a minute'],
  [4 * minute, '4 min'],
  [100 * minute, '1 h 40 min'],
  [120 * minute, '2 h'],
  [-18.5 * 60 * minute, '18 h'],
  [24.5 * 60 * minute, '1 day'],
  [25 * 60 * minute, '1 day 1 h'],
  [26.4 * 60 * minute, '1 day 2 h'],
  [40 * 60 * minute, '1 day 16 h'],
  [72 * 60 * minute, '3 days'],
  [6 * 24 * 60 * minute + 61 * minute, '6 days 1 h'],
  [200 * 60 * minute, '8 days'],
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
  expect(shortLondonMoment(Date.parse('2026-07-01T12:05:00Z'))).toBe('Wed, 1 Jul 2026, 13:05');
});
