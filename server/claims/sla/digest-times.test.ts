// Protects: a digest is due in the morning and hourly while something is late, in the hours of the business, also when the clocks change.
import { expect, test } from 'vitest';
import type { OpeningHours } from '#content/opening-hours.ts';
import { hour, minute } from '#forms/durations.ts';
import { isDigestDue } from './digest-times.ts';

const weekdays: OpeningHours = {
  times: [{ from: 'Monday', to: 'Friday', opens: '09:30', closes: '18:00' }],
  bankHolidays: false,
};
const early: OpeningHours = { times: [{ from: 'Monday', to: 'Sunday', opens: '06:00', closes: '22:00' }], bankHolidays: true };
const evenings: OpeningHours = { times: [{ from: 'Monday', to: 'Friday', opens: '18:00', closes: '23:00' }], bankHolidays: true };
const withBreak: OpeningHours = {
  times: [
    { from: 'Monday', to: 'Friday', opens: '07:00', closes: '12:00' },
    { from: 'Monday', to: 'Friday', opens: '13:00', closes: '18:00' },
  ],
  bankHolidays: true,
};

/** The times at which digests are due from `from` on, minute by minute, each of which is sent. */
function sentFrom(
  from: string,
  hours: OpeningHours,
  state: { length: number; isLate?: boolean; lastAt?: string; since?: string },
) {
  const sent: string[] = [];
  const begin = Date.parse(from);
  const waitsSince = state.since === undefined ? begin - 48 * hour : Date.parse(state.since);
  let lastAt = state.lastAt === undefined ? 0 : Date.parse(state.lastAt);
  for (let now = begin; now < begin + state.length * hour; now += minute) {
    if (!isDigestDue({ now, lastAt, waitsSince, isLate: state.isLate ?? false }, hours)) continue;
    lastAt = now;
    sent.push(new Date(now).toISOString().slice(0, 16));
  }
  return sent;
}

test.each<[string, string, OpeningHours, string[]]>([
  ['at eight in winter', '2026-11-20T00:00Z', 'always', ['2026-11-20T08:00']],
  ['at eight in summer', '2026-07-01T00:00Z', 'always', ['2026-07-01T07:00']],
  ['at eight on the day on which the clocks go forward', '2026-03-29T00:00Z', 'always', ['2026-03-29T07:00']],
  ['at eight on the day on which the clocks go back', '2026-10-24T23:00Z', 'always', ['2026-10-25T08:00']],
  ['at eight where the business opens before', '2026-11-20T00:00Z', early, ['2026-11-20T08:00']],
  ['when the business opens after eight', '2026-11-20T00:00Z', weekdays, ['2026-11-20T09:30']],
  ['when it opens in the evening', '2026-11-20T00:00Z', evenings, ['2026-11-20T18:00']],
  ['not on a Saturday that is closed', '2026-11-21T00:00Z', weekdays, []],
  ['not on a Sunday that is closed', '2026-11-22T00:00Z', weekdays, []],
  ['on Monday again', '2026-11-23T00:00Z', weekdays, ['2026-11-23T09:30']],
])('while nothing is late, there is one %s', (_, from, hours, times) => {
  expect(sentFrom(from, hours, { length: 23.9 })).toEqual(times);
});

test('while something is late, there is one an hour, and none in the hour before that of the morning, which is on time', () => {
  const sent = sentFrom('2026-11-20T05:30Z', 'always', { length: 4, isLate: true });
  expect(sent).toEqual(['2026-11-20T05:30', '2026-11-20T06:30', '2026-11-20T08:00', '2026-11-20T09:00']);
});

test('what is late is told while the business is open, and first when it opens', () => {
  const friday = sentFrom('2026-11-20T15:00Z', weekdays, { length: 24, isLate: true, lastAt: '2026-11-20T09:30Z' });
  expect(friday).toEqual(['2026-11-20T15:00', '2026-11-20T16:00', '2026-11-20T17:00']);
  const overWeekend = sentFrom('2026-11-20T18:00Z', weekdays, { length: 65, isLate: true, lastAt: '2026-11-20T17:00Z' });
  expect(overWeekend).toEqual(['2026-11-23T09:30', '2026-11-23T10:30']);
  const atNoon = sentFrom('2026-11-20T11:00Z', withBreak, { length: 3, isLate: true, lastAt: '2026-11-20T10:00Z' });
  expect(atNoon).toEqual(['2026-11-20T11:00', '2026-11-20T13:00']);
});

test.each(['2026-03-29T00:00Z', '2026-10-25T00:00Z'])(
  'an hour is an hour in the night in which the clocks change (%s)',
  (from) => {
    expect(sentFrom(from, 'always', { length: 4, isLate: true })).toHaveLength(4);
  },
);

test('an outage in the morning is made up for on the same day, once, and not on the next', () => {
  expect(sentFrom('2026-11-20T11:17Z', 'always', { length: 12 })).toEqual(['2026-11-20T11:17']);
  const afterMidnight = { length: 6, lastAt: '2026-11-19T08:00Z' };
  expect(sentFrom('2026-11-21T00:00Z', 'always', afterMidnight)).toEqual([]);
});

test('what came since the morning waits for the next one unless it is late', () => {
  const since = '2026-11-20T08:05Z';
  expect(sentFrom('2026-11-20T08:05Z', 'always', { length: 23, since, lastAt: '2026-11-19T08:00Z' })).toEqual([]);
  expect(sentFrom('2026-11-20T08:05Z', 'always', { length: 24, since })).toEqual(['2026-11-21T08:00']);
});

test('nothing waits: nothing is due; and a last digest in the future, of a clock that was ahead, holds up none', () => {
  const now = Date.parse('2026-11-20T10:00Z');
  expect(isDigestDue({ now, lastAt: 0, waitsSince: null, isLate: false }, 'always')).toBe(false);
  expect(isDigestDue({ now, lastAt: now + 9 * hour, waitsSince: now - hour, isLate: true }, 'always')).toBe(true);
});
