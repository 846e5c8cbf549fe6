import type { OpeningHours } from '#content/opening-hours.ts';
import { hour } from '#forms/durations.ts';
import { londonDate, londonTime } from '#forms/london-day.ts';
import { whenOpen } from '#forms/opening-calendar.ts';

/** The hour of the morning digest in London, where the business is open by then. */
const morningHour = 8;

/** What decides whether somebody gets a digest. Times are milliseconds since 1970. */
type DigestState = {
  now: number;
  /** When they got the last one; 0 for never. A time in the future is of a clock that was ahead, and counts as never. */
  lastAt: number;
  /** When the first came of what waits; null where nothing does. */
  waitsSince: number | null;
  isLate: boolean;
};

/**
 * Whether a digest is due: in the morning, of what waits since before it, and hourly while something is late. Both while the business is
 * open: what becomes late at night or on a closed day is told when it opens. A morning that an outage took up is made up for on the same day.
 */
export function isDigestDue({ now, lastAt, waitsSince, isLate }: DigestState, hours: OpeningHours): boolean {
  if (waitsSince === null || whenOpen(now, hours) !== now) return false;
  const last = lastAt > now ? 0 : lastAt;
  const morning = morningOf(now, hours);
  const isHourOver = now - last >= hour;
  const isMorningMissing = morning <= now && last < morning && waitsSince < morning;
  // In the hour before the morning's one nothing is sent, so that it is on time.
  const isMorningNear = morning > now && morning - now < hour;
  return isHourOver && (isMorningMissing || (isLate && !isMorningNear));
}

/** Eight o'clock in London on the date of `now`, or when the business opens after that, which may be on a later day. */
function morningOf(now: number, hours: OpeningHours): number {
  return whenOpen(londonTime(londonDate(now), morningHour, 0), hours);
}
