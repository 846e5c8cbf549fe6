import { day, hour, minute } from './durations.ts';

/** Dates in the Europe/London time zone, independent of the time zone of server and browser. */

const zone = { timeZone: 'Europe/London' } as const;
/** A date such as 2026-11-20: the Swedish format of dates is that of ISO 8601. */
export const londonIsoDate = londonFormat('sv-SE', {});
const clockText = londonFormat('en-GB', { hourCycle: 'h23', hour: '2-digit', minute: '2-digit' });
const dayText = londonFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
/** A date with its year, "20 November 2026". */
export const longLondonDate = londonFormat('en-GB', { dateStyle: 'long' });

/** A time with its year, in a table or on a line of the desk: "Fri, 20 Nov 2026, 22:05". */
export const shortLondonMoment = londonFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** A way to write times. Makes its formatter when it is first used: one takes 5 ms, and a phone makes none while a page starts. */
export function londonFormat(locale: string, options: Intl.DateTimeFormatOptions) {
  let formatter: Intl.DateTimeFormat | null = null;
  return (at: number) => {
    formatter ??= new Intl.DateTimeFormat(locale, { ...zone, ...options });
    return formatter.format(at);
  };
}

/** A time such as "Friday 20 November, 22:05", for visitors and in e-mails. */
export function londonMoment(at: number): string {
  return `${dayText(at)}, ${clockText(at)}`;
}

/** A date such as 2026-11-20 as people write it, "20 November 2026". Any other text stays as it is, as do dates that are in no calendar. */
export function dateInWords(date: string): string {
  const at = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(date) : Number.NaN;
  return !Number.isNaN(at) && londonIsoDate(at) === date ? longLondonDate(at) : date;
}

/** The date in London, as midnight UTC of that date. */
export function londonDate(at: number): number {
  return Date.parse(londonIsoDate(at));
}

/** When a date begins in London: at midnight UTC, or an hour before it in summer. */
export function londonMidnight(date: number): number {
  const [hours = 0, minutes = 0] = clockText(date).split(':').map(Number);
  return date - hours * hour - minutes * minute;
}

/** The time of day in London, in minutes after midnight as its clocks show them, also on the days on which they change. */
export function londonMinuteOfDay(at: number): number {
  const [hours = 0, minutes = 0] = clockText(at).split(':').map(Number);
  return hours * 60 + minutes;
}

/**
 * A time of day in London on a date, which is midnight UTC of that date. Of a time that the clocks show twice the first; one that they
 * leave out is as long after midnight as it would be on another day, as RFC 5545 has it: 01:30 is 02:30.
 */
export function londonTime(date: number, hours: number, minutes: number): number {
  const inWinter = date + hours * hour + minutes * minute;
  const inSummer = inWinter - hour;
  return londonMinuteOfDay(inSummer) === (hours * 60 + minutes) % 1440 ? inSummer : inWinter;
}

/** The time by which a sender is contacted, such as "14:05 tomorrow, Friday 20 November"; `now`: when that is read. */
export function dueBy(due: number, now: number, locale = 'en-GB'): string {
  // Browsers know fewer languages than owners may add: Chromium has no Welsh.
  if (locale !== 'en-GB')
    return new Date(due).toLocaleString([locale, 'en-GB'], { ...zone, dateStyle: 'full', timeStyle: 'short' });
  const tomorrow = londonDate(due) === londonDate(now) + day ? ' tomorrow' : '';
  return `${clockText(due)}${tomorrow}, ${dayText(due)}`;
}
