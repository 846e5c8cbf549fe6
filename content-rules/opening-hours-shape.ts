import { z } from 'zod';
import { days, daysFrom } from '../content/opening-hours.ts';

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, {
  error: ({ input }) => `must be a time as 08:00${timeMeant(String(input))}`,
  // Which of two times is later is asked once both are times.
  abort: true,
});

/** "7.30", "7:30am" and "7pm" as they have to be written. */
function timeMeant(text: string): string {
  const [, hour, minute = '00', half] = /^\s*(\d\d?)(?:[.:](\d\d))?\s*([ap]m)?\s*$/i.exec(text) ?? [];
  if (!hour || Number(minute) > 59) return '';
  const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour);
  return hours < 24 ? `: write ${String(hours).padStart(2, '0')}:${minute}` : '';
}

const openingTimes = z
  .strictObject({
    from: z.enum(days).meta({ title: 'From' }),
    to: z.enum(days).meta({ title: 'To' }),
    opens: time.meta({ title: 'Opens' }),
    closes: time.meta({ title: 'Closes' }),
  })
  .refine(({ opens, closes }) => opens < closes, 'must close later than it opens: a night is two entries');

/** 'always', or the times of the days of the week. */
export const openingHoursShape = z.preprocess(
  (hours) =>
    hours === 'always'
      ? { times: [{ from: 'Monday', to: 'Sunday', opens: '00:00', closes: '24:00' }], bankHolidays: true }
      : hours,
  z.strictObject(
    {
      times: z
        .array(openingTimes)
        .min(1, 'must have at least one entry')
        .refine((times) => !overlap(times), 'must not name the same time of a day twice')
        .meta({ title: 'At these times', description: 'A line without times is left out. 00:00 closes at midnight.' }),
      bankHolidays: z.boolean().meta({ title: 'Also on bank holidays' }),
    },
    { error: ({ code }) => (code === 'invalid_type' ? "must be 'always', or have times and bankHolidays" : undefined) },
  ),
);

type Times = z.infer<typeof openingTimes>;

/** Time that is named twice would be counted twice. */
function overlap(times: Times[]): boolean {
  return days.some((day) => {
    const open = times.filter((one) => daysFrom(one).includes(day)).toSorted((a, b) => (a.opens < b.opens ? -1 : 1));
    return open.some(({ closes }, index) => closes > (open[index + 1]?.opens ?? closes));
  });
}
