import { holidays } from '#content/bank-holidays.ts';
import { type ClosedDays, days, daysFrom, type OpeningHours } from '#content/opening-hours.ts';
import { day, hour } from './durations.ts';
import { londonDate, londonTime } from './london-day.ts';

type Hours = Exclude<OpeningHours, 'always'>;

/** When a business opens and closes, in milliseconds since 1970. */
type OpenTime = { opens: number; closes: number };

/** So far ahead is looked for a day on which a business opens: one that never does is taken for one that is always there. */
const daysAhead = 400;

/** The time itself while the business is open, otherwise when it opens next. */
export function whenOpen(at: number, hours: OpeningHours): number {
  if (hours === 'always') return at;
  for (const { opens, closes } of openTimes(londonDate(at), hours)) if (at < closes) return Math.max(at, opens);
  return at;
}

/**
 * When a target of so many hours ends, which is in opening hours. A day or more counts as hours of the clock on every day on which the
 * business opens, and ends at closing time where that comes first. Less than a day counts opening hours, and is never later than a day.
 * Why so: docs/decisions/0036-a-promise-counts-the-days-on-which-we-are-open.md.
 */
export function targetEnd(from: number, targetHours: number, hours: OpeningHours): number {
  const length = targetHours * hour;
  if (hours === 'always') return from + length;
  const byDays = lastOpen(from, clockEnd(from, Math.max(length, day), hours), hours);
  return targetHours < 24 ? Math.min(afterOpenTime(from, length, hours), byDays) : byDays;
}

/** How long the business is open between two times, in milliseconds. */
export function openBetween(from: number, until: number, hours: OpeningHours): number {
  if (hours === 'always') return until - from;
  let total = 0;
  for (const { opens, closes } of openTimes(londonDate(from), hours)) {
    if (opens >= until) break;
    total += Math.max(0, Math.min(closes, until) - Math.max(opens, from));
  }
  return total;
}

/** The moment at which the business has been open for so long since a time. */
export function afterOpenTime(from: number, length: number, hours: OpeningHours): number {
  if (hours === 'always') return from + length;
  let left = length;
  for (const { opens, closes } of openTimes(londonDate(from), hours)) {
    const start = Math.max(opens, from);
    if (start + left <= closes) return start + left;
    left -= Math.max(0, closes - start);
  }
  return from + length;
}

/** Whether nobody answers all day: by the day of the week, as a bank holiday, or as a day of the owner's. `date`: midnight UTC. */
function isClosedOn(date: number, hours: Hours): boolean {
  const name = nameOf(date);
  if (!hours.times.some((times) => daysFrom(times).includes(name))) return true;
  const { closedDays } = hours;
  if (closedDays === undefined) return false;
  const iso = new Date(date).toISOString().slice(0, 10);
  return (
    (!hours.bankHolidays && isBankHoliday(iso, closedDays)) || closedDays.days.some(({ from, to }) => from <= iso && iso <= to)
  );
}

/** The end of so much time by the clock, of which days that are closed have none. */
function clockEnd(from: number, length: number, hours: Hours): number {
  let left = length;
  for (let [date, start] = [londonDate(from), from], ahead = 0; ahead <= daysAhead; ahead += 1) {
    const next = londonTime(date + day, 0, 0);
    if (!isClosedOn(date, hours)) {
      if (start + left <= next) return start + left;
      left -= next - start;
    }
    [date, start] = [date + day, next];
  }
  return from + length;
}

/** The last moment up to `until` at which the business is open; where there is none since `from`, when it closes next. */
function lastOpen(from: number, until: number, hours: Hours): number {
  let last: number | null = null;
  for (const { opens, closes } of openTimes(londonDate(from), hours)) {
    if (closes <= from) continue;
    if (opens >= until && last !== null) break;
    last = closes <= until ? closes : opens < until ? until : closes;
    if (closes > until) break;
  }
  return last ?? until;
}

/** The times at which a business is open from a date on, in order. */
function* openTimes(from: number, hours: Hours): Generator<OpenTime> {
  for (let date = from; date <= from + daysAhead * day; date += day) {
    if (isClosedOn(date, hours)) continue;
    const name = nameOf(date);
    yield* hours.times
      .filter((times) => daysFrom(times).includes(name))
      .map(({ opens, closes }) => ({ opens: timeOn(date, opens), closes: timeOn(date, closes) }))
      .toSorted((one, other) => one.opens - other.opens);
  }
}

function nameOf(date: number) {
  return days[(new Date(date).getUTCDay() + 6) % 7] ?? 'Monday';
}

export function timeOn(date: number, clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return londonTime(date, hours, minutes);
}

const holidaysOf = new Map<string, string[]>();

function isBankHoliday(date: string, { bankHolidaysOf }: ClosedDays): boolean {
  const year = date.slice(0, 4);
  const key = `${bankHolidaysOf} ${year}`;
  const dates = holidaysOf.get(key) ?? holidays(bankHolidaysOf, Number(year));
  holidaysOf.set(key, dates);
  return dates.includes(date);
}
