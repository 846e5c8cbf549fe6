const hour = 3_600_000;
const day = 24 * hour;

const words = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

const numbers = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

/** "21 November at 10:05", whatever zone the server keeps. */
export function londonMoment(milliseconds: number): string {
  return words.format(milliseconds);
}

/** The date in London, as midnight UTC of that date. */
export function londonDate(at: number): number {
  const { year, month, day } = partsOf(at);
  return Date.UTC(year, month - 1, day);
}

/** When that date begins in London: at midnight UTC, or an hour before it in summer. */
export function londonMidnight(date: number): number {
  const { hour: hours, minute } = partsOf(date);
  return date - hours * hour - minute * 60_000;
}

/** The last time that it was three in the morning in London, when least is going on. */
export function lastNight(now: number): number {
  const three = londonMidnight(londonDate(now)) + 3 * hour;
  return three <= now ? three : londonMidnight(londonDate(now) - day) + 3 * hour;
}

function partsOf(at: number): Record<'year' | 'month' | 'day' | 'hour' | 'minute', number> {
  const parts = numbers.formatToParts(at).map(({ type, value }) => [type, Number(value)]);
  return Object.fromEntries(parts);
}
