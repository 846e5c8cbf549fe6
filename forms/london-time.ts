import { londonDate, londonMidnight } from './london-day.ts';

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

/** A time such as "21 November at 10:05", whatever the time zone of the server. */
export function londonMoment(milliseconds: number): string {
  return words.format(milliseconds);
}

/** The next three o'clock in the morning in London. */
export function nextNight(now: number): number {
  const next = lastNight(now + day);
  // The clocks go back on that day.
  return next > now ? next : lastNight(now + day + hour);
}

/** The last three o'clock in the morning in London, the quietest time. */
export function lastNight(now: number): number {
  const three = londonMidnight(londonDate(now)) + 3 * hour;
  return three <= now ? three : londonMidnight(londonDate(now) - day) + 3 * hour;
}
