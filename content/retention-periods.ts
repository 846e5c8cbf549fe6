import { retentionDays } from './retention-days.ts';

/** "18 months", or a number of days. */
export type Period = string | number;

const daysIn = { day: 1, week: 7, month: 365.25 / 12, year: 365.25 };

export type Unit = keyof typeof daysIn;

export const units = Object.keys(daysIn) as Unit[];

/** The length of a period in whole days; NaN for what is none. */
export function daysOf(period: Period): number {
  if (typeof period === 'number') return period;
  const [, count, unit] = /^(\d{1,4}) (day|week|month|year)s?$/.exec(String(period).trim()) ?? [];
  return count === undefined ? Number.NaN : Math.ceil(Number(count) * daysIn[unit as Unit] - 0.5);
}

/** As a sentence says it: "seven years", "12 months". */
export function periodText(period: Period): string {
  const written = typeof period === 'number' ? `${period} days` : String(period).trim();
  return written.replace(
    /^\d\b/,
    (digit) => 'no one two three four five six seven eight nine'.split(' ')[Number(digit)] ?? digit,
  );
}

const { forms, ...others } = retentionDays;

/** The periods of content/retention-days.ts in days. */
export const retention = { forms: mapped(forms, daysOf), ...mapped(others, daysOf) };

/** The same in words. */
export const periods = { forms: mapped(forms, periodText), ...mapped(others, periodText) };

/** For sentences that name years or months: rounded up, so that nothing is kept longer than they say. */
export const retentionYears = Math.ceil(retention.forms['Roadside Start'] / 366);
export const notPursuedMonths = Math.ceil(retention.notPursued / 30.5);

function mapped<Name extends string, Value>(of: Record<Name, Period>, to: (period: Period) => Value): Record<Name, Value> {
  return Object.fromEntries(Object.entries<Period>(of).map(([name, period]) => [name, to(period)])) as Record<Name, Value>;
}
