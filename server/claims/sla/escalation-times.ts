import type { OpeningHours } from '#content/opening-hours.ts';
import { hour, minute } from '#forms/durations.ts';
import { openBetween, whenOpen } from '#forms/opening-calendar.ts';
import type { NextKind } from '#server/core/database/claim-tables.ts';
import { type EscalationStage, escalationStages } from '#server/core/database/staff-tables.ts';

/** How long each stage has before the next one is reached. */
const pauseMs = 5 * minute;

/** A first call rings ahead of a target of our own that is no longer than this, in opening hours. */
const ringsWithinMs = 2 * hour;

/** So long before its target a first call rings, unless it was sent from the roadside. */
export const ringsAheadMs = 3 * pauseMs;

/** What began to wait so long ago is late and in the reminders, and nobody is told anew, as after an upgrade or an outage. */
const tellsForMs = 12 * hour;

/** What decides of a submission when somebody began to wait for a call. Times are milliseconds since 1970. */
export type WaitingStep = {
  /** Whether it was sent from the roadside. */
  isStart: boolean;
  createdAt: number;
  targetAt: number | null;
  nextKind: NextKind;
  nextAt: number;
  /** Until when somebody has said that they call; past where they have not. */
  callingUntil: number | null;
};

/**
 * When it begins to matter that nobody calls; null where it does not. Who sends a start at the roadside waits from that moment, and so
 * does anybody with a target of fifteen minutes; for a longer target of up to two hours it is the last fifteen minutes before it. Somebody who was promised
 * a call waits from that time. While a colleague calls, nobody waits; a call that came to nothing begins the wait anew.
 */
export function waitBeginsAt(
  { isStart, createdAt, targetAt, nextKind, nextAt, callingUntil }: WaitingStep,
  now: number,
  hours: OpeningHours,
): number | null {
  if (callingUntil !== null && callingUntil > now) return null;
  const isFirst = nextKind === 'first call' && targetAt !== null && openBetween(createdAt, targetAt, hours) <= ringsWithinMs;
  if (!isFirst && nextKind !== 'call back') return null;
  // A step that staff have put off is promised for its new time.
  const aheadOfTarget = isFirst && !isStart ? targetAt - ringsAheadMs : createdAt;
  const untouched = isFirst && nextAt === targetAt ? Math.max(createdAt, aheadOfTarget) : nextAt;
  return Math.max(untouched, callingUntil ?? 0);
}

/** When each stage is reached: the first at once while the business is open, otherwise when it opens, and each later one after five minutes of its hours. */
export function stageTimes(beginsAt: number, hours: OpeningHours): { stage: EscalationStage; at: number }[] {
  let at = beginsAt;
  return escalationStages.map((stage, index) => {
    at = whenOpen(index === 0 ? at : at + pauseMs, hours);
    return { stage, at };
  });
}

/** The stages that are reached at a time; none once the last is long over. */
export function stagesReached(beginsAt: number, now: number, hours: OpeningHours): EscalationStage[] {
  const times = stageTimes(beginsAt, hours);
  if (now - (times.at(-1)?.at ?? 0) > tellsForMs) return [];
  return times.filter(({ at }) => at <= now).map(({ stage }) => stage);
}
