// Protects: promised times are in opening hours, no closed day counts, and who is always there promises hours of the clock.
import { expect, test } from 'vitest';
import type { OpeningHours } from '#content/opening-hours.ts';
import { hour, minute } from './durations.ts';
import { shortLondonMoment } from './london-day.ts';
import { afterOpenTime, openBetween, targetEnd, whenOpen } from './opening-calendar.ts';

/** Monday to Saturday, eight to eight, with Christmas Eve off. */
const shop: OpeningHours = {
  times: [{ from: 'Monday', to: 'Saturday', opens: '08:00', closes: '20:00' }],
  bankHolidays: false,
  closedDays: { bankHolidaysOf: 'England and Wales', days: [{ from: '2026-12-24', to: '2026-12-24' }] },
};

const office: OpeningHours = {
  times: [
    { from: 'Monday', to: 'Friday', opens: '09:00', closes: '12:30' },
    { from: 'Monday', to: 'Friday', opens: '13:30', closes: '17:00' },
  ],
  bankHolidays: false,
  closedDays: { bankHolidaysOf: 'Scotland', days: [] },
};

/** In London in winter. */
const at = (text: string) => Date.parse(`${text}Z`);

test('a time when nobody is there moves to the next opening', () => {
  const saturday = { from: 'Saturday', to: 'Saturday', opens: '09:00', closes: '12:00' } as const;
  const weekdays = { from: 'Monday', to: 'Friday', opens: '08:30', closes: '18:00' } as const;
  const hours: OpeningHours = { times: [weekdays, saturday], bankHolidays: true };
  const opening = (text: string) => shortLondonMoment(whenOpen(at(text), hours));
  expect(opening('2026-11-25T14:00')).toBe('Wed, 25 Nov 2026, 14:00');
  expect(opening('2026-11-25T08:00')).toBe('Wed, 25 Nov 2026, 08:30');
  expect(opening('2026-11-25T18:00')).toBe('Thu, 26 Nov 2026, 08:30');
  expect(opening('2026-11-28T12:00')).toBe('Mon, 30 Nov 2026, 08:30');
  expect(whenOpen(at('2026-11-25T03:00'), 'always')).toBe(at('2026-11-25T03:00'));
});

test.each<[string, number, OpeningHours, string, string]>([
  ['2026-11-24T10:00', 48, shop, 'Thu, 26 Nov 2026, 10:00', 'in the middle of the week by the clock'],
  ['2026-11-22T22:17', 48, shop, 'Tue, 24 Nov 2026, 20:00', 'no time of a Sunday counts'],
  ['2026-11-24T22:17', 48, shop, 'Thu, 26 Nov 2026, 20:00', 'at closing time, not after it'],
  ['2026-11-24T03:00', 48, shop, 'Wed, 25 Nov 2026, 20:00', 'at closing time of the day before'],
  ['2026-11-28T20:00', 48, shop, 'Tue, 1 Dec 2026, 20:00', 'over a Sunday'],
  [
    '2026-12-23T20:00',
    48,
    shop,
    'Wed, 30 Dec 2026, 20:00',
    'over Eve, Christmas, Boxing Day on a Saturday, Sunday and the substitute',
  ],
  ['2026-12-23T20:00', 48, office, 'Tue, 29 Dec 2026, 17:00', 'over a Scottish Christmas, when Eve is worked'],
  ['2026-11-27T16:00', 24, office, 'Tue, 1 Dec 2026, 16:00', 'over St Andrew’s Day'],
  ['2026-11-24T13:00', 24, office, 'Wed, 25 Nov 2026, 12:30', 'before the break, not in it'],
  ['2026-11-24T19:00', 4, shop, 'Wed, 25 Nov 2026, 11:00', 'less than a day in opening hours'],
  ['2026-11-24T21:00', 0.5, shop, 'Wed, 25 Nov 2026, 08:30', 'minutes from the next opening'],
  ['2026-11-24T10:00', 23, office, 'Wed, 25 Nov 2026, 10:00', 'never later than a day'],
  ['2026-11-28T22:17', 24, 'always', 'Sun, 29 Nov 2026, 22:17', 'by the clock at any time'],
])('who writes at %s and is promised %d hours is contacted by then: %j %s, %s', (from, hours, open, end) => {
  expect(shortLondonMoment(targetEnd(at(from), hours, open))).toBe(end);
});

test('every promise ends in opening hours, after it was given, and later where more hours were promised', () => {
  for (const open of [shop, office])
    for (let from = at('2026-12-18T00:07'); from < at('2027-01-06T00:00'); from += 97 * minute) {
      const ends = [0.25, 1, 4, 12, 23, 24, 48, 72].map((hours) => targetEnd(from, hours, open));
      for (const end of ends) expect(whenOpen(end - minute, open), shortLondonMoment(from)).toBe(end - minute);
      expect(Math.min(...ends)).toBeGreaterThan(from);
      expect(ends).toEqual(ends.toSorted((a, b) => a - b));
    }
});

test('the clocks change, and the promise ends at the same time of day', () => {
  const thursday = Date.UTC(2027, 2, 25, 14);
  expect(shortLondonMoment(targetEnd(thursday, 24, shop))).toBe('Sat, 27 Mar 2027, 14:00');
  expect(shortLondonMoment(targetEnd(thursday, 48, shop))).toBe('Tue, 30 Mar 2027, 14:00');
});

test('open time is what is between, and leads back to its end', () => {
  const [from, until] = [at('2026-11-27T19:00'), at('2026-11-30T09:00')];
  expect(openBetween(from, until, shop)).toBe(14 * hour);
  expect(afterOpenTime(from, 14 * hour, shop)).toBe(until);
  expect([openBetween(from, until, 'always'), afterOpenTime(from, hour, 'always')]).toEqual([until - from, from + hour]);
});
