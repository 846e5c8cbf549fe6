/** Days as the office keeps them, whatever zone server and browser keep. */

const hour = 3_600_000;

const numbers = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

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

function partsOf(at: number): Record<'year' | 'month' | 'day' | 'hour' | 'minute', number> {
  const parts = numbers.formatToParts(at).map(({ type, value }) => [type, Number(value)]);
  return Object.fromEntries(parts);
}
