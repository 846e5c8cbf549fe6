import { z } from 'zod';
import { nations } from './bank-holidays.ts';

const date = z.iso.date('must be a date as 2026-12-24');

/** What closed-days.ts says, with the words in which a form asks for it. */
export const closedDaysShape = z.strictObject({
  bankHolidaysOf: z
    .enum(nations, { error: `must be one of ${nations.join(', ')}` })
    .meta({ title: 'Bank holidays of', description: 'Whose bank holidays you close on, where you close on bank holidays.' }),
  days: z
    .array(
      z
        .strictObject({
          from: date.meta({ title: 'First day' }),
          to: date.meta({ title: 'Last day', description: 'The same as the first, for a single day.' }),
        })
        .refine(({ from, to }) => from <= to, 'must not end before it begins'),
    )
    .meta({ title: 'Days of your own', description: 'Other days on which nobody answers the helpline.' }),
});
