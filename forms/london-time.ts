import { day, hour } from './durations.ts';
import { londonDate, londonMidnight } from './london-day.ts';

/** The next three o'clock in the morning in London. */
export function nextNight(now: number): number {
  const next = lastNight(now + day);
  // The clocks go back on that day.
  return next > now ? next : lastNight(now + day + hour);
}

/** The last three o'clock in the morning in London, the quietest time. */
function lastNight(now: number): number {
  const three = londonMidnight(londonDate(now)) + 3 * hour;
  return three <= now ? three : londonMidnight(londonDate(now) - day) + 3 * hour;
}
