/** A submission's times, in milliseconds since 1970. Its targets were stored with it: what the settings say now does not matter. */
export type TargetTimes = { createdAt: number; dueAt: number | null; ownTargetAt: number | null };

/**
 * When the team is reminded of a submission without contact: when our own target is missed, after half and after five sixths of the
 * time that visitors are told, and when that is over. Of 24 hours 12, 20 and 24.
 */
export function reminderTimesOf({ createdAt, dueAt, ownTargetAt }: TargetTimes): number[] {
  if (dueAt === null) return [];
  const share = (part: number) => createdAt + Math.round((dueAt - createdAt) * part);
  const times = [...(ownTargetAt === null ? [] : [ownTargetAt]), share(1 / 2), share(5 / 6), dueAt];
  return [...new Set(times)].toSorted((a, b) => a - b);
}

/** The first reminder after a time; null after the last. */
export function nextReminderAt(times: TargetTimes, after: number): number | null {
  return reminderTimesOf(times).find((at) => at > after) ?? null;
}
