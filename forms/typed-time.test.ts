// Protects: what staff type as the next time is understood as they mean it, in London and in opening hours, or not at all.
import { expect, test } from 'vitest';
import type { OpeningHours } from '#content/opening-hours.ts';
import { hour } from './durations.ts';
import { londonMoment } from './london-day.ts';
import { readTime, readTimeAlone } from './typed-time.ts';

/** Wednesday 25 November 2026, 14:00. */
const now = Date.UTC(2026, 10, 25, 14);

test.each([
  ['t10', 'Thursday 26 November, 10:00'],
  ['T10', 'Thursday 26 November, 10:00'],
  ['t1030', 'Thursday 26 November, 10:30'],
  ['t0730', 'Thursday 26 November, 07:30'],
  ['t3', 'Thursday 26 November, 15:00'],
  ['call back t10', 'Thursday 26 November, 10:00'],
  ['no answer +2h', 'Wednesday 25 November, 16:00'],
  ['+30m', 'Wednesday 25 November, 14:30'],
  ['left message +1d', 'Thursday 26 November, 14:00'],
  ['sent the forms +1w', 'Wednesday 2 December, 14:00'],
  ['tues 9', 'Tuesday 1 December, 09:00'],
  ['Tue 9', 'Tuesday 1 December, 09:00'],
  ['wed 9', 'Wednesday 2 December, 09:00'],
  ['wed 16:15', 'Wednesday 25 November, 16:15'],
  ['weds 2pm', 'Wednesday 2 December, 14:00'],
  ['thur 11', 'Thursday 26 November, 11:00'],
  ['thurs at 9.30 am', 'Thursday 26 November, 09:30'],
  ['fri 9', 'Friday 27 November, 09:00'],
  ['fri at 16:40', 'Friday 27 November, 16:40'],
  ['in a meeting fri 9', 'Friday 27 November, 09:00'],
  ['Friday 9:30am', 'Friday 27 November, 09:30'],
  ['Friday, 3pm', 'Friday 27 November, 15:00'],
  ['sat 10', 'Saturday 28 November, 10:00'],
  ['sun 1:30am', 'Sunday 29 November, 01:30'],
  ['mon 7', 'Monday 30 November, 19:00'],
  ['mon 07:30', 'Monday 30 November, 07:30'],
  ['mon 7:30', 'Monday 30 November, 19:30'],
  ['Monday 0930', 'Monday 30 November, 09:30'],
  ['wants his son there tomorrow 3', 'Thursday 26 November, 15:00'],
  ['call tomorrow at 10', 'Thursday 26 November, 10:00'],
  ['call tomorrow at 10.', 'Thursday 26 November, 10:00'],
  ['tomorrow 07:30', 'Thursday 26 November, 07:30'],
  ['tomorrow 7', 'Thursday 26 November, 19:00'],
  ['tomorrow 14:30', 'Thursday 26 November, 14:30'],
  ['tomorrow @ 2', 'Thursday 26 November, 14:00'],
  ['tmrw 11', 'Thursday 26 November, 11:00'],
  ['tomorrow at noon', 'Thursday 26 November, 12:00'],
  ['tomorrow at half two', 'Thursday 26 November, 14:30'],
  ['tomorrow morning at 7', 'Thursday 26 November, 07:00'],
  ['tomorrow afternoon 3', 'Thursday 26 November, 15:00'],
  ['tomorrow evening 6.30', 'Thursday 26 November, 18:30'],
  ['Friday am 11', 'Friday 27 November, 11:00'],
  ['tonight at 8', 'Wednesday 25 November, 20:00'],
  ['this afternoon at 4', 'Wednesday 25 November, 16:00'],
  ['today 5', 'Wednesday 25 November, 17:00'],
  ['today at 16:10', 'Wednesday 25 November, 16:10'],
  ['ring at 3', 'Wednesday 25 November, 15:00'],
  ['by 5', 'Wednesday 25 November, 17:00'],
  ['by 16:40', 'Wednesday 25 November, 16:40'],
  ['after 6', 'Wednesday 25 November, 18:00'],
  ['after work, after 6pm', 'Wednesday 25 November, 18:00'],
  ['try again after half past five', 'Wednesday 25 November, 17:30'],
  ['at 14:30', 'Wednesday 25 November, 14:30'],
  ["by four o'clock", 'Wednesday 25 November, 16:00'],
  ['quarter to 5 tomorrow', 'Thursday 26 November, 16:45'],
  ['6pm', 'Wednesday 25 November, 18:00'],
  ['9am', 'Thursday 26 November, 09:00'],
  ['rang, try 9 am', 'Thursday 26 November, 09:00'],
  ['10am on Friday', 'Friday 27 November, 10:00'],
  ['10am tomorrow', 'Thursday 26 November, 10:00'],
  ['at 10 tomorrow', 'Thursday 26 November, 10:00'],
  ['after 2 on Monday', 'Monday 30 November, 14:00'],
  ['16:40 on 12 Dec', 'Saturday 12 December, 16:40'],
  ['ring on 12 dec at 10am', 'Saturday 12 December, 10:00'],
  ['12 Dec 10am', 'Saturday 12 December, 10:00'],
  ['12 December 2026 at 10', 'Saturday 12 December, 10:00'],
  ['Sat 12 Dec, 10:00', 'Saturday 12 December, 10:00'],
  ['Saturday the 12th of December at 10', 'Saturday 12 December, 10:00'],
  ['the 12th of December at 2', 'Saturday 12 December, 14:00'],
  ['12/12 at 10', 'Saturday 12 December, 10:00'],
  ['12/12/26 10:00', 'Saturday 12 December, 10:00'],
  ['5/12 9.30am', 'Saturday 5 December, 09:30'],
  ['12.12.2026 at 10', 'Saturday 12 December, 10:00'],
  ['2026-12-12 10:00', 'Saturday 12 December, 10:00'],
  ['on 3 Jan at 11', 'Sunday 3 January, 11:00'],
  ['2 weeks on hire, ring fri 9', 'Friday 27 November, 09:00'],
  ['Accident was Monday, ring tomorrow at 10', 'Thursday 26 November, 10:00'],
  ['No answer today, ring tomorrow at 10', 'Thursday 26 November, 10:00'],
  ['Rang yesterday, try at 3pm', 'Wednesday 25 November, 15:00'],
  ["3rd party's insurer rings fri 11", 'Friday 27 November, 11:00'],
  ['he may want a van fri 9', 'Friday 27 November, 09:00'],
  ['Accident 12 Nov. Ring tues 9', 'Tuesday 1 December, 09:00'],
  ['excess is £250, ring fri 9', 'Friday 27 November, 09:00'],
  ['his number is 07700 900123, after 6', 'Wednesday 25 November, 18:00'],
  ['he sat in the car, ring fri 9', 'Friday 27 November, 09:00'],
])('%s', (line, at) => {
  const read = readTime(line, now, 'always');
  expect(londonMoment(read.at ?? 0)).toBe(at);
  expect(line.endsWith(read.phrase)).toBe(true);
});

test.each([
  '',
  'Excess 12.50',
  'Excess fri 12.50',
  'paid £12.50',
  'owes 250 Friday 250',
  '14:30',
  '12.50',
  '18:30',
  'after work 18:30',
  'hit at 30',
  'doing 40, hit at 20',
  'was hit at 5pm',
  'came at 9',
  'M6',
  'hit by a bus',
  'lives at flat 9',
  'AB12 3CD',
  'said 25:99',
  'tomorrow 25:10',
  'waits for 2 friends',
  'today 9',
  'today',
  'Friday',
  'ring Friday',
  'ring on 12 Dec',
  '12 dec 2026',
  'his reg is T10',
  'reg FRI 9',
  'policy T10',
  'policy ZU 4471 T10',
  'claim number MON 12',
  'ring 07700 900123',
  'Friday 07700 900123',
  'Friday week',
  'Friday week at 10',
  'a week on Tuesday',
  'a week on Tuesday at 3',
  'next week, Tuesday at 10',
  'next Friday at 10',
  'last Friday at 5pm',
  'yesterday at 5pm',
  'last night at 11',
  'Monday or Tuesday at 10',
  'Sat 10 or Sun 11',
  'fri 9 or t10',
  'tomorrow between 9 and 11',
  'works until 6pm',
  'before 10am tomorrow',
  'not tomorrow at 10',
  "can't do fri 9",
  'every day at 10',
  'weekdays after 6',
  'the 5th at 10',
  '12/25 at 10',
  '31/11 at 10',
  'Fri 12 Dec at 10',
  'on 12 Nov at 10',
  '12 Nov 2026 at 10',
  'friday one',
  'tomorrow evening 10am',
  'rang Tom 3 times',
  'no',
])('%j ends with no time', (line) => expect(readTime(line, now, 'always')).toEqual({ phrase: '', at: null }));

test.each([
  [
    'it does not come, so it is as long after midnight as on another day',
    'sun 1:30am',
    '2026-03-28T20:00Z',
    '2026-03-29T02:30+01:00',
  ],
  ['it comes twice, so it is the first', 'today 1:50am', '2026-10-25T00:40Z', '2026-10-25T01:50+01:00'],
  ['the first has passed, so it is the second', 'today 1:50am', '2026-10-25T01:40Z', '2026-10-25T01:50Z'],
  ['the day after the clocks went back', 't10', '2026-10-24T12:00Z', '2026-10-25T10:00Z'],
  ['a day is 24 hours', '+1d', '2026-10-24T12:00Z', '2026-10-25T12:00Z'],
])('when the clocks change, a time is that of London: %s', (_, line, asked, at) => {
  expect(readTime(line, Date.parse(asked), 'always').at).toBe(Date.parse(at));
});

test('a field for a time alone takes one without at, and nothing besides', () => {
  const read = (line: string) => londonMoment(readTimeAlone(line, now, 'always') ?? 0);
  expect(read('18:30')).toBe('Wednesday 25 November, 18:30');
  expect(read('on 12 Dec 10am')).toBe('Saturday 12 December, 10:00');
  expect(readTimeAlone('+2h', now, 'always')).toBe(now + 2 * hour);
  expect(['ring t10', '', '9 or 10', 'Friday'].map((line) => readTimeAlone(line, now, 'always'))).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test('a typed time on a closed day moves to the next opening', () => {
  const hours: OpeningHours = {
    times: [{ from: 'Monday', to: 'Friday', opens: '08:30', closes: '18:00' }],
    bankHolidays: false,
    closedDays: { bankHolidaysOf: 'England and Wales', days: [{ from: '2026-12-24', to: '2026-12-24' }] },
  };
  const christmasEve = Date.UTC(2026, 11, 23, 14);
  expect(londonMoment(readTime('t10', christmasEve, hours).at ?? 0)).toBe('Tuesday 29 December, 08:30');
});
