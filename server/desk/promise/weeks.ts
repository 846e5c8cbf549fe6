import { londonDate, londonMidnight } from '#forms/london-day.ts';

const day = 24 * 3_600_000;

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

/** The week belongs to the year that its Thursday is in. */
function isoName(monday: number): string {
  const thursday = new Date(monday + 3 * day);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / day / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}
