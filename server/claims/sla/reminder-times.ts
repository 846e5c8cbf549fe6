import { callingHours } from '#content/calling-hours.ts';
import { afterOpenTime, openBetween } from '#forms/opening-calendar.ts';

/** A submission's times, in milliseconds since 1970. Its targets were stored with it: what the settings say now does not matter. */
export type TargetTimes = { createdAt: number; dueAt: number | null; ownTargetAt: number | null };

/**
 * When a submission without contact becomes late: when our own target is missed, in the last sixth of the time that visitors are told, while
 * there is still time to call, and when that is over. Of 24 hours after 20 and 24; where the business closes, of the time for which it is
 * open until then.
 */
export function reminderTimesOf({ createdAt, dueAt, ownTargetAt }: TargetTimes, hours = callingHours): number[] {
  if (dueAt === null) return [];
  const share = Math.round((openBetween(createdAt, dueAt, hours) * 5) / 6);
  const lastSixth = Math.min(dueAt, afterOpenTime(createdAt, share, hours));
  const times = [...(ownTargetAt === null ? [] : [ownTargetAt]), lastSixth, dueAt];
  return [...new Set(times)].toSorted((a, b) => a - b);
}

/** The first of these times after another; null after the last. */
export function nextReminderAt(times: TargetTimes, after: number): number | null {
  return reminderTimesOf(times).find((at) => at > after) ?? null;
}
