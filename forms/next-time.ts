import { afterSpeaking, contactCadence, type Pause } from '#content/contact-cadence.ts';
import type { OpeningHours } from '#content/opening-hours.ts';
import { afterWriting } from '#content/reply-templates.ts';
import { day, hour } from './durations.ts';
import { londonDate } from './london-day.ts';
import { timeOn, whenOpen } from './opening-calendar.ts';

/** When to try again after so many attempts that reached nobody; null after the last, when somebody decides. */
export function timeToTryAgain(attempts: number, now: number, hours: OpeningHours): number | null {
  const pause = contactCadence[attempts - 1];
  return pause ? afterPause(pause, now, hours) : null;
}

/** When to look at a claim again after its sender was spoken to, where no time was agreed. */
export function timeAfterSpeaking(now: number, hours: OpeningHours): number {
  return afterPause(afterSpeaking, now, hours);
}

/** When to look whether an answer to a message has come, where no time was typed. */
export function timeAfterWriting(now: number, hours: OpeningHours): number {
  return afterPause(afterWriting, now, hours);
}

function afterPause(pause: Pause, now: number, hours: OpeningHours): number {
  if ('hours' in pause) return whenOpen(now + pause.hours * hour, hours);
  const at = timeOn(londonDate(now) + pause.days * day, pause.at);
  return whenOpen(at > now ? at : timeOn(londonDate(now) + day, pause.at), hours);
}
