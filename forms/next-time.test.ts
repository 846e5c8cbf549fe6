// Protects: what staff type as the next time is understood as they mean it, in London and in opening hours.
import { expect, test } from 'vitest';
import type { OpeningHours } from '#content/opening-hours.ts';
import { hour } from './durations.ts';
import { shortLondonMoment } from './london-day.ts';
import { readTime, timeAfterSpeaking, timeToTryAgain } from './next-time.ts';

/** Wednesday 25 November 2026, 14:00. */
const now = Date.UTC(2026, 10, 25, 14);

test.each([
  ['call back t10', 'call back', 'Thu, 26 Nov 2026, 10:00'],
  ['t1030', '', 'Thu, 26 Nov 2026, 10:30'],
  ['wants his son there tomorrow 3', 'wants his son there', 'Thu, 26 Nov 2026, 15:00'],
  ['no answer +2h', 'no answer', 'Wed, 25 Nov 2026, 16:00'],
  ['+30m', '', 'Wed, 25 Nov 2026, 14:30'],
  ['in a meeting fri 9', 'in a meeting', 'Fri, 27 Nov 2026, 09:00'],
  ['wed 9', '', 'Wed, 2 Dec 2026, 09:00'],
  ['wed 16:15', '', 'Wed, 25 Nov 2026, 16:15'],
  ['Friday 9:30am', '', 'Fri, 27 Nov 2026, 09:30'],
  ['after work 18:30', 'after work', 'Wed, 25 Nov 2026, 18:30'],
  ['6pm', '', 'Wed, 25 Nov 2026, 18:00'],
  ['9am', '', 'Thu, 26 Nov 2026, 09:00'],
  ['rang, try 9 am', 'rang, try', 'Thu, 26 Nov 2026, 09:00'],
  ['call tomorrow at 10', 'call', 'Thu, 26 Nov 2026, 10:00'],
  ['call thurs at 9.30 am', 'call', 'Thu, 26 Nov 2026, 09:30'],
  ['tues 9', '', 'Tue, 1 Dec 2026, 09:00'],
])('%s', (line, text, at) => {
  const read = readTime(line, now, 'always');
  expect([read.text, shortLondonMoment(read.at ?? 0)]).toEqual([text, at]);
});

test.each([
  'lives at flat 9',
  'hit by a bus',
  'AB12 3CD',
  'said 25:99',
  'waits for 2 friends',
  '',
  'today 9',
  'M6',
  'no',
  'came at 9',
  'paid £12.50',
  'hit at 30',
])('%s ends with no time', (line) => expect(readTime(line, now, 'always')).toEqual({ text: line, at: null }));

test('a time of day is that of London, also across the change of the clocks', () => {
  const saturday = Date.UTC(2026, 9, 24, 12);
  expect(shortLondonMoment(readTime('t10', saturday, 'always').at ?? 0)).toBe('Sun, 25 Oct 2026, 10:00');
  expect(readTime('t10', saturday, 'always').at).toBe(Date.UTC(2026, 9, 25, 10));
  expect(readTime('+1d', saturday, 'always').at).toBe(saturday + 24 * hour);
});

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

test('a typed time on a closed day moves to the next opening', () => {
  const hours: OpeningHours = {
    times: [{ from: 'Monday', to: 'Friday', opens: '08:30', closes: '18:00' }],
    bankHolidays: false,
    closedDays: { bankHolidaysOf: 'England and Wales', days: [{ from: '2026-12-24', to: '2026-12-24' }] },
  };
  const christmasEve = Date.UTC(2026, 11, 23, 14);
  expect(shortLondonMoment(readTime('t10', christmasEve, hours).at ?? 0)).toBe('Tue, 29 Dec 2026, 08:30');
});
