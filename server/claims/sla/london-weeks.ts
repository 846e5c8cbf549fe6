import { day, hour } from '#forms/durations.ts';
import { londonDate, londonMidnight, londonMinuteOfDay } from '#forms/london-day.ts';

/** A week of the calendar in London, from Monday midnight to Monday midnight. `name` is as in ISO 8601: 2026-W47. */
export type Week = { name: string; from: number; until: number };

/** The weeks up to the one that this moment is in, oldest first. */
export function lastWeeks(now: number, count: number): Week[] {
  const today = londonDate(now);
  const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * day;
  return Array.from({ length: count }, (_, index) => {
    const start = monday - (count - 1 - index) * 7 * day;
    return { name: isoName(start), from: londonMidnight(start), until: londonMidnight(start + 7 * day) };
  });
}

/** The name of a week. It belongs to the year of its Thursday. */
function isoName(monday: number): string {
  const thursday = new Date(monday + 3 * day);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / day / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** Returns the hour of a moment by the clocks of London, 0 to 23. The offset of London changes on the hour, so each is asked for once. */
export function createLondonHours(): (at: number) => number {
  const known = new Map<number, number>();
  return (at) => {
    const utc = Math.floor(at / hour);
    const found = known.get(utc) ?? Math.floor(londonMinuteOfDay(at) / 60);
    known.set(utc, found);
    return found;
  };
}
