import { z } from 'zod';
import { nations } from './bank-holidays.ts';

/** Those to come are all on one page. */
const mostPeriods = 60;

export const calendarDay = z.iso.date({
  error: ({ input }) => {
    if (input === undefined) return 'is missing';
    if (/^\d{4}-\d\d-\d\d$/.test(String(input))) return `is ${input}, which is no day of the calendar`;
    return `must be a date as 2026-12-24${typeof input === 'string' ? dateMeant(input) : ', in quotes'}`;
  },
  // Which of two days is later is asked once both are days.
  abort: true,
});

/** "24/12/2026" and "24.12.2026" as they have to be written. */
function dateMeant(text: string): string {
  const [, day = '', month = '', year] = /^\s*(\d\d?)[/.-](\d\d?)[/.-](\d{4})\s*$/.exec(text) ?? [];
  return year ? `: write ${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : '';
}

/** What closed-days.ts says, with the words in which a form asks for it. */
export const closedDaysShape = z.strictObject({
  bankHolidaysOf: z
    .enum(nations)
    .meta({ title: 'Bank holidays of', description: 'Whose bank holidays you close on, where you close on bank holidays.' }),
  days: z
    .array(
      z
        .strictObject({
          from: calendarDay.meta({ title: 'First day' }),
          to: calendarDay.meta({ title: 'Last day', description: 'The same as the first, for a single day.' }),
        })
        .refine(({ from, to }) => from <= to, 'must not end before it begins')
        .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < 366 * 86_400_000, 'must not be longer than a year'),
    )
    .max(mostPeriods, `must have up to ${mostPeriods} lines: take out those that are over`)
    .meta({ title: 'Days of your own', description: 'Other days on which nobody answers the helpline.' }),
});
