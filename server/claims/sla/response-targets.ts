import { callingHours } from '#content/calling-hours.ts';
import type { OpeningHours } from '#content/opening-hours.ts';
import { ownTargetHours } from '#content/own-targets.ts';
import { site } from '#content/site.ts';
import { hour, minute } from '#forms/durations.ts';
import type { Answers, FormDefinition } from '#forms/form.ts';
import { openBetween, targetEnd } from '#forms/opening-calendar.ts';
import { targetHoursOf } from '#forms/sender.ts';

/** The targets that are stored with a submission: what its sender is told, and our own, both in opening hours; null for none. */
export function responseTargets(
  form: FormDefinition,
  data: Answers,
  createdAt: number,
  hours = callingHours,
): { dueAt: number | null; ownTargetAt: number | null } {
  const end = (targetHours: number | null) => (targetHours === null ? null : targetEnd(createdAt, targetHours, hours));
  return { dueAt: end(form.responseTargetHours), ownTargetAt: end(targetHoursOf(form, data)) };
}

/** Our own targets as they are now, in milliseconds. */
const ownLengths = [
  site.roadsideTargetMinutes * minute,
  site.professionalTargetHours * hour,
  ...Object.values(ownTargetHours).map((hours) => hours * hour),
];

/**
 * The length of a stored target of our own, in milliseconds. A business that closes gets the length of today's targets that fits best,
 * because its hours may have been others when the target was stored.
 */
export function ownTargetLength(createdAt: number, targetAt: number, hours: OpeningHours = callingHours): number {
  const byClock = targetAt - createdAt;
  if (hours === 'always' || ownLengths.includes(byClock)) return byClock;
  const distance = (length: number) => Math.abs(targetEnd(createdAt, length / hour, hours) - targetAt);
  return ownLengths.toSorted((one, other) => distance(one) - distance(other))[0] ?? openBetween(createdAt, targetAt, hours);
}
