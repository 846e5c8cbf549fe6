// Protects: opening hours are stated correctly in words, in other languages and for search engines.
import { expect, test } from 'vitest';
import {
  callTimesIn,
  closedDaysText,
  hoursData,
  hoursText,
  type OpeningHours,
  shortHoursText,
  translatedHours,
  withinText,
} from './opening-hours.ts';

const week = { from: 'Monday', to: 'Saturday', opens: '08:00', closes: '20:00' } as const;
const weekdays = { from: 'Monday', to: 'Friday', opens: '08:30', closes: '18:00' } as const;
const saturday = { from: 'Saturday', to: 'Saturday', opens: '09:00', closes: '12:00' } as const;
const night = { from: 'Sunday', to: 'Monday', opens: '00:00', closes: '24:00' } as const;

const cases: [OpeningHours, string, string][] = [
  ['always', '24 hours a day, 365 days a year', '24/7'],
  [{ times: [week], bankHolidays: false }, '8am to 8pm Monday to Saturday except bank holidays', 'Mon–Sat 8am–8pm'],
  [
    { times: [weekdays, saturday], bankHolidays: true },
    '8:30am to 6pm Monday to Friday and 9am to noon Saturday including bank holidays',
    'Mon–Fri 8:30am–6pm, Sat 9am–noon',
  ],
  [{ times: [{ ...week, to: 'Sunday' }], bankHolidays: true }, '8am to 8pm every day including bank holidays', '7 days 8am–8pm'],
  [{ times: [night], bankHolidays: false }, '24 hours Sunday to Monday except bank holidays', 'Sun–Mon 24 hours'],
  [
    { times: [{ ...week, opens: '12:00', closes: '24:00' }], bankHolidays: true },
    'noon to midnight Monday to Saturday including bank holidays',
    'Mon–Sat noon–midnight',
  ],
];

test.each(cases)('%j in words and in short', (hours, text, short) => {
  expect([hoursText(hours), shortHoursText(hours)]).toEqual([text, short]);
});

test('search engines are told each day and time, and whether bank holidays are among them', () => {
  const all = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
  expect(hoursData('always')).toMatchObject({ dayOfWeek: all, opens: '00:00', closes: '23:59' });
  const shut = { dayOfWeek: 'PublicHolidays', opens: '00:00', closes: '00:00' };
  expect(hoursData({ times: [week], bankHolidays: false })).toMatchObject([
    { dayOfWeek: all.slice(0, 6), opens: '08:00', closes: '20:00' },
    shut,
  ]);
  expect(hoursData({ times: [week], bankHolidays: true })).toHaveLength(1);
  expect(hoursData({ times: [night], bankHolidays: true })).toMatchObject([{ dayOfWeek: ['Sunday', 'Monday'], closes: '23:59' }]);
});

test('in another language the days have their names there, and the times are written from left to right', () => {
  expect(translatedHours({ times: [weekdays, saturday], bankHolidays: false }, 'pl-PL')).toBe(
    'poniedziałek–piątek \u206608:30–18:00\u2069, sobota \u206609:00–12:00\u2069',
  );
  expect(translatedHours({ times: [weekdays, saturday], bankHolidays: false }, 'ur-PK')).toMatch(/^[^,]+\u2069، [^,]+$/);
  for (const locale of ['ro-RO', 'ur-PK', 'bn-BD', 'pa-IN'])
    expect(translatedHours({ times: [week], bankHolidays: false }, locale)).not.toMatch(/[A-Z]/);
});

test.each<[number, OpeningHours, string]>([
  [24, 'always', 'within 24 hours'],
  [1, 'always', 'within an hour'],
  [48, { times: [week], bankHolidays: false }, 'within 48 hours (not counting days we are closed)'],
  [4, { times: [week], bankHolidays: false }, 'within 4 opening hours'],
  [1, { times: [week], bankHolidays: false }, 'within one opening hour'],
])('a target of %d hours says how its hours are counted', (hours, open, text) => {
  expect(withinText(hours, open)).toBe(text);
});

test('visitors and search engines are told of closed days, until they are over', () => {
  const days = [
    { from: '2026-12-28', to: '2027-01-02' },
    { from: '2026-12-24', to: '2026-12-24' },
  ];
  const hours: OpeningHours = { times: [week], bankHolidays: true, closedDays: { bankHolidaysOf: 'Scotland', days } };
  expect(closedDaysText(hours, '2026-12-24')).toBe(
    'Thursday 24 December 2026 and Monday 28 December 2026 to Saturday 2 January 2027',
  );
  expect(closedDaysText(hours, '2027-01-02')).toBe('Monday 28 December 2026 to Saturday 2 January 2027');
  expect([closedDaysText(hours, '2027-01-03'), closedDaysText('always', '2026-12-24')]).toEqual([null, null]);
  expect(hoursData(hours)).toMatchObject([
    { opens: '08:00' },
    { validFrom: '2026-12-28', validThrough: '2027-01-02', closes: '00:00' },
    {},
  ]);
});

test.each<[OpeningHours, string[]]>([
  ['always', ['Any time', 'Mornings, 8 to 12', 'Afternoons, 12 to 5', 'Evenings, 5 to 8']],
  [{ times: [week], bankHolidays: false }, ['Any time', 'Mornings, 8 to 12', 'Afternoons, 12 to 5', 'Evenings, 5 to 8']],
  [
    { times: [{ ...weekdays, closes: '17:30' }, saturday], bankHolidays: false },
    ['Any time', 'Mornings, 8:30 to 12', 'Afternoons, 12 to 5'],
  ],
  [{ times: [weekdays], bankHolidays: false }, ['Any time', 'Mornings, 8:30 to 12', 'Afternoons, 12 to 5', 'Evenings, 5 to 6']],
  [{ times: [{ ...week, opens: '22:00', closes: '24:00' }], bankHolidays: false }, ['Any time']],
])('a claimant can ask for no call outside the opening hours: %j', (hours, times) => {
  expect(callTimesIn(hours)).toEqual(times);
});
