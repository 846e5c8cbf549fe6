// Protects: the bank holidays of each nation are those that were published.
import { expect, test } from 'vitest';
import { bankHolidays, holidays, type Nation } from './bank-holidays.ts';

const published: [Nation, number, string][] = [
  ['England and Wales', 2022, '01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-26 12-27'],
  ['England and Wales', 2023, '01-02 04-07 04-10 05-01 05-08 05-29 08-28 12-25 12-26'],
  ['England and Wales', 2025, '01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26'],
  ['England and Wales', 2026, '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28'],
  ['England and Wales', 2027, '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28'],
  ['England and Wales', 2028, '01-03 04-14 04-17 05-01 05-29 08-28 12-25 12-26'],
  ['Scotland', 2022, '01-03 01-04 04-15 05-02 06-02 06-03 08-01 09-19 11-30 12-26 12-27'],
  ['Scotland', 2023, '01-02 01-03 04-07 05-01 05-08 05-29 08-07 11-30 12-25 12-26'],
  ['Scotland', 2025, '01-01 01-02 04-18 05-05 05-26 08-04 12-01 12-25 12-26'],
  ['Scotland', 2026, '01-01 01-02 04-03 05-04 05-25 06-15 08-03 11-30 12-25 12-28'],
  ['Scotland', 2027, '01-01 01-04 03-26 05-03 05-31 08-02 11-30 12-27 12-28'],
  ['Scotland', 2028, '01-03 01-04 04-14 05-01 05-29 08-07 11-30 12-25 12-26'],
  ['Northern Ireland', 2022, '01-03 03-17 04-15 04-18 05-02 06-02 06-03 07-12 08-29 09-19 12-26 12-27'],
  ['Northern Ireland', 2025, '01-01 03-17 04-18 04-21 05-05 05-26 07-14 08-25 12-25 12-26'],
  ['Northern Ireland', 2026, '01-01 03-17 04-03 04-06 05-04 05-25 07-13 08-31 12-25 12-28'],
  ['Northern Ireland', 2027, '01-01 03-17 03-26 03-29 05-03 05-31 07-12 08-30 12-27 12-28'],
  ['Northern Ireland', 2028, '01-03 03-17 04-14 04-17 05-01 05-29 07-12 08-28 12-25 12-26'],
];

test.each(published)('%s in %d', (nation, year, dates) => {
  expect(bankHolidays(nation, year)).toEqual(dates.split(' ').map((date) => `${year}-${date}`));
});

/** Easter Monday is the day after: 2000, 2011 and 2038 are the earliest and latest of their time, 2049 and 2076 the exceptions. */
test.each(['2000-04-24', '2008-03-24', '2011-04-25', '2024-04-01', '2038-04-26', '2049-04-19', '2076-04-20'])(
  'Easter Monday is %s',
  (date) => {
    expect(bankHolidays('England and Wales', Number(date.slice(0, 4)))).toContain(date);
  },
);

test('who closes on bank holidays closes on a Boxing Day on a Saturday, and on its substitute', () => {
  expect(bankHolidays('England and Wales', 2026)).not.toContain('2026-12-26');
  expect(holidays('England and Wales', 2026)).toEqual(expect.arrayContaining(['2026-12-26', '2026-12-28']));
});
