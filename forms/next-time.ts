import { afterSpeaking, contactCadence, type Pause } from '#content/contact-cadence.ts';
import type { OpeningHours } from '#content/opening-hours.ts';
import { afterWriting } from '#content/reply-templates.ts';
import { day, hour, minute } from './durations.ts';
import { londonDate, londonTime } from './london-day.ts';
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

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/**
 * Reads a line of text whose end may be a time: `+2h`, `+30m`, `+3d`, `18:30`, `6 pm`, `t10` and `tomorrow at 10`, `fri 9` (the next
 * Friday). Hours from one to seven without am or pm are in the afternoon. Returns the text before it, and the time in milliseconds,
 * moved to when the business opens; null where the line ends with no time.
 */
export function readTime(line: string, now: number, hours: OpeningHours): { text: string; at: number | null } {
  const typed = line.trim();
  const words = typed.split(/\s+/);
  for (const count of [4, 3, 2, 1]) {
    const at = words.length >= count ? momentOf(words.slice(-count).join(' ').toLowerCase(), now) : null;
    if (at !== null) return { text: words.slice(0, -count).join(' '), at: whenOpen(at, hours) };
  }
  return { text: typed, at: null };
}

const units: Record<string, number> = { m: minute, h: hour, d: day, w: 7 * day };

function momentOf(words: string, now: number): number | null {
  const later = /^\+(\d{1,3})([mhdw])$/.exec(words);
  if (later) return now + Number(later[1]) * (units[later[2] ?? ''] ?? 0);
  const parts =
    /^(?:(t|tomorrow|today|sun|mon|tue|wed|thu|fri|sat)(?:s|rs|day|sday|nesday|rsday|urday)?\s?)?(?:at\s)?(\d{1,2})(?:[:.]?(\d{2}))?\s?(am|pm)?$/.exec(
      words,
    );
  if (!parts) return null;
  const [, dayName, hourText = '', minuteText, half] = parts;
  // A number by itself is part of what was written, as in "flat 9".
  if (!dayName && !half && !/[:.]/.test(words)) return null;
  const time = clockOf(Number(hourText), Number(minuteText ?? 0), half);
  if (time === null) return null;
  const today = londonDate(now);
  const at = londonTime(today + daysUntil(dayName, today) * day, ...time);
  if (at > now) return at;
  return dayName === undefined
    ? londonTime(today + day, ...time)
    : dayName === 'today'
      ? null
      : londonTime(today + 7 * day, ...time);
}

function clockOf(typed: number, minutes: number, half: string | undefined): [number, number] | null {
  if (minutes > 59 || typed > (half ? 12 : 23)) return null;
  if (half) return [(typed % 12) + (half === 'pm' ? 12 : 0), minutes];
  return [typed >= 1 && typed <= 7 ? typed + 12 : typed, minutes];
}

function daysUntil(name: string | undefined, today: number): number {
  if (name === undefined || name === 'today') return 0;
  if (name === 't' || name === 'tomorrow') return 1;
  return (weekdays.indexOf(name) - new Date(today).getUTCDay() + 7) % 7;
}
