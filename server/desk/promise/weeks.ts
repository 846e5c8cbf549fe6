const day = 24 * 3_600_000;

const inLondon = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** A week of the calendar in London, from Monday midnight to Monday midnight. `name` is as in ISO 8601: 2026-W47. */
export type Week = { name: string; from: number; until: number };

/** The weeks up to the one that this moment is in, oldest first. */
export function lastWeeks(now: number, count: number): Week[] {
  const today = londonDate(now);
  const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * day;
  return Array.from({ length: count }, (_, index) => {
    const start = monday - (count - 1 - index) * 7 * day;
    return { name: isoName(start), from: midnight(start), until: midnight(start + 7 * day) };
  });
}

/** The date in London, as midnight UTC of that date. */
function londonDate(at: number): number {
  const { year, month, day } = partsOf(at);
  return Date.UTC(year, month - 1, day);
}

/** When that date begins in London: at midnight UTC, or an hour before it in summer. */
function midnight(date: number): number {
  const { hour, minute } = partsOf(date);
  return date - (hour * 60 + minute) * 60_000;
}

/** The week belongs to the year that its Thursday is in. */
function isoName(monday: number): string {
  const thursday = new Date(monday + 3 * day);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / day / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

function partsOf(at: number): Record<'year' | 'month' | 'day' | 'hour' | 'minute', number> {
  const parts = inLondon.formatToParts(at).map(({ type, value }) => [type, Number(value)]);
  return Object.fromEntries(parts);
}
