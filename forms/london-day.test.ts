// Protects: days, hours and response targets are those of London, also when the clocks change.
import { describe, expect, test } from 'vitest';
import { day } from './durations.ts';
import { dateInWords, dueBy, londonDate, londonMidnight } from './london-day.ts';

const responseDueBy = (createdAt: number, hours: number) => dueBy(createdAt + hours * 3_600_000, createdAt);

const dayHours = 24;

test.each([
  ['in summer, 00:20 is still the day before in UTC', '2026-07-01T00:20:00+01:00', '2026-07-01'],
  ['in summer, 23:59', '2026-07-01T23:59:00+01:00', '2026-07-01'],
  ['in winter, midnight', '2026-12-31T00:00:00Z', '2026-12-31'],
  ['the hour before New Year', '2026-12-31T23:30:00Z', '2026-12-31'],
])('the date in London: %s', (_, at, date) => {
  expect(londonDate(Date.parse(at))).toBe(Date.parse(date));
  expect(londonMidnight(londonDate(Date.parse(at)))).toBeLessThanOrEqual(Date.parse(at));
});

test.each([
  ['2026-11-23', '23 November 2026'],
  ['2026-07-01', '1 July 2026'],
  ['2026-02-31', '2026-02-31'],
  ['2026-13-01', '2026-13-01'],
  ['last Monday', 'last Monday'],
  ['', ''],
])('the date %j is shown as %j', (date, words) => {
  expect(dateInWords(date)).toBe(words);
});

test('in a language that a browser cannot write times in, as some cannot in Welsh, a time is British and not American', () => {
  expect(dueBy(Date.parse('2026-11-30T18:00:00Z'), 0, 'rom-GB')).toMatch(/^Monday,? 30 November 2026 at 18:00$/);
});

describe('the hour of the promise is twenty-four hours after the submission', () => {
  test.each([
    ['on an ordinary day', '2026-11-19T14:05:00Z', '14:05 tomorrow, Friday 20 November'],
    ['on a Saturday night', '2026-11-21T23:40:00Z', '23:40 tomorrow, Sunday 22 November'],
    ['after midnight in summer', '2026-07-01T00:20:00+01:00', '00:20 tomorrow, Thursday 2 July'],
    ['at the end of the year', '2026-12-31T09:30:00Z', '09:30 tomorrow, Friday 1 January'],
    ['in the last minute of the year', '2026-12-31T23:59:59Z', '23:59 tomorrow, Friday 1 January'],
    ['before a leap day', '2028-02-28T12:00:00Z', '12:00 tomorrow, Tuesday 29 February'],
    // The clocks go back at 02:00 on 25 October 2026: that day has 25 hours.
    ['the evening before the clocks go back', '2026-10-24T18:00:00+01:00', '17:00 tomorrow, Sunday 25 October'],
    ['the first half hour of the day of 25 hours', '2026-10-25T00:30:00+01:00', '23:30, Sunday 25 October'],
    ['the hour that comes twice, first time', '2026-10-25T01:30:00+01:00', '00:30 tomorrow, Monday 26 October'],
    ['the hour that comes twice, second time', '2026-10-25T01:30:00Z', '01:30 tomorrow, Monday 26 October'],
    // The clocks go forward at 01:00 on 29 March 2026: that day has 23 hours.
    ['the Saturday night before the clocks go forward', '2026-03-28T23:30:00Z', '00:30, Monday 30 March'],
    ['the afternoon before the clocks go forward', '2026-03-28T15:00:00Z', '16:00 tomorrow, Sunday 29 March'],
    ['the day of 23 hours', '2026-03-29T10:00:00+01:00', '10:00 tomorrow, Monday 30 March'],
  ])('%s', (_, createdAt, text) => {
    expect(responseDueBy(Date.parse(createdAt), dayHours)).toBe(text);
  });

  test.each(['2026-03-27', '2026-10-23', '2026-12-30'])(
    'every half hour of the five days from %s: "tomorrow" only where the date is the one after',
    (first) => {
      const from = Date.parse(first);
      for (let at = from; at < from + 5 * day; at += 1_800_000) {
        const isTomorrow = londonDate(at + day) === londonDate(at) + day;
        expect(responseDueBy(at, dayHours).includes(' tomorrow, ')).toBe(isTomorrow);
      }
    },
  );

  test('a target of two hours is due today, or tomorrow where midnight lies between', () => {
    expect(responseDueBy(Date.parse('2026-11-20T14:05:00Z'), 2)).toBe('16:05, Friday 20 November');
    expect(responseDueBy(Date.parse('2026-11-20T22:30:00Z'), 2)).toBe('00:30 tomorrow, Saturday 21 November');
  });
});
