import { GB } from 'chrono-node/en';
import type { OpeningHours } from '#content/opening-hours.ts';
import { day, hour, minute } from './durations.ts';
import { londonDate, londonMinuteOfDay, londonTime } from './london-day.ts';
import { whenOpen } from './opening-calendar.ts';
import { hasWordsOfTime, isPartOfNumber, type KindOfTime } from './words-of-time.ts';

/** `phrase`: the words that were read as a time, which stay in the line; empty where there is none. */
export type TypedTime = { phrase: string; at: number | null };

const noTime: TypedTime = { phrase: '', at: null };

/** The longest phrase is "by Saturday the 12th of December 2026 at 10 am". */
const longestPhrase = 10;

/**
 * Reads the time at the end of a line of text, in milliseconds, moved to when the business opens. What counts as a time is the table
 * `formsOfTime`; a line with words of time that the phrase leaves out has none, rather than another one than was meant.
 */
export function readTime(line: string, now: number, hours: OpeningHours): TypedTime {
  const words = line.trim().split(/\s+/);
  for (let count = Math.min(longestPhrase, words.length); count > 0; count -= 1) {
    const phrase = words.slice(-count).join(' ');
    const read = momentOf(phrase.toLowerCase().replace(/[.,;!?)"”]{1,3}$/, ''), now);
    if (!read) continue;
    const rest = words.slice(0, -count).join(' ');
    if (isPartOfNumber(rest) || hasWordsOfTime(rest, read)) return noTime;
    return { phrase, at: whenOpen(read.at, hours) };
  }
  return noTime;
}

/** Reads a field that has a time and nothing else, where "18:30" alone is one too: null where it is none. */
export function readTimeAlone(line: string, now: number, hours: OpeningHours): number | null {
  for (const text of [line.trim(), `at ${line.trim()}`]) {
    const { phrase, at } = readTime(text, now, hours);
    if (at !== null && phrase === text.replace(/\s+/g, ' ')) return at;
  }
  return null;
}

/** A time of day: 9, 930, 9:30, 9.30 am, half past three, noon. */
const clock = String.raw`(?:(?<quarters>half(?: past)?|quarter past|quarter to)\s)?(?:(?<hour>\d{1,2})(?:(?<mark>[:.]?)(?<minute>\d{2}))?|(?<word>one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|(?<noon>noon|midday))(?:\s?(?<half>[ap])\.?m|\s?(?<oclock>o['’]?clock))?`;
const before = String.raw`(?:(?<before>at|by|after|@)\s?)`;

type Parts = Record<string, string | undefined>;

/**
 * What counts as a time. `needs`: what a time of this form must have to be one, because numbers are often something else. A sum of money
 * is written as 12.50, a year as 2026, and "the Friday one" is no time.
 */
export const formsOfTime: { of: string; pattern: RegExp; needs: (parts: Parts) => boolean }[] = [
  {
    of: 'a day and a time: t10, tues 9, fri at 16:40, 12 Dec 10am',
    pattern: new RegExp(String.raw`^(?<day>.*?[a-z\d.])(?:(?:,\s?|\s)${before}?|(?<=[a-z]))${clock}$`),
    needs: ({ before, word, quarters, oclock }) => word === undefined || Boolean(before ?? quarters ?? oclock),
  },
  {
    of: 'a time and a day: 10 tomorrow, 10am on Friday, 16:40 on 12 Dec',
    pattern: new RegExp(String.raw`^${before}?${clock}(?:,\s?|\s)(?<day>.+)$`),
    needs: ({ before, half, hour, minute, mark, oclock, quarters, noon }) =>
      mark === ':' || (minute === undefined && Number(hour ?? 13) <= 12) || Boolean(before ?? half ?? oclock ?? quarters ?? noon),
  },
  {
    of: 'at, by or after a time: at 3, by 16:40, after half past five',
    pattern: new RegExp(`^${before}${clock}$`),
    needs: ({ hour, minute, half }) => minute !== undefined || half !== undefined || Number(hour ?? 0) <= 12,
  },
  {
    of: 'a time with am or pm: 6pm, 9.30 am',
    pattern: new RegExp(`^${clock}$`),
    needs: ({ half }) => half !== undefined,
  },
];

const units: Record<string, number> = { m: minute, h: hour, d: day, w: 7 * day };

type Moment = KindOfTime & { at: number };

function momentOf(phrase: string, now: number): Moment | null {
  const later = /^\+\s?(\d{1,3})\s?([mhdw])(?:ins?|inutes?|rs?|ours?|ays?|ks?|eeks?)?$/.exec(phrase);
  if (later) {
    const at = now + Number(later[1]) * (units[later[2] ?? ''] ?? 0);
    return { at, hasDay: true, isOurs: true, mayBeMoney: false };
  }
  for (const { pattern, needs } of formsOfTime) {
    const parts: Parts | undefined = pattern.exec(phrase)?.groups;
    if (!parts || !needs(parts)) continue;
    const named = parts.day === undefined ? null : dayOf(parts.day, now);
    if (parts.day !== undefined && (!named || isYear(named, parts))) continue;
    const time = timeOf(parts, named?.part);
    const at = time === null ? null : nextAt(named, time, now);
    if (at === null) continue;
    const mayBeMoney = parts.minute !== undefined && parts.mark !== ':' && !(parts.before ?? parts.half);
    return { at, hasDay: named !== null, isOurs: parts.day === 't', mayBeMoney: mayBeMoney && parts.day !== 't' };
  }
  return null;
}

/** The hours that a part of the day has. */
const partsOfDay: Record<string, [number, number]> = {
  morning: [0, 11],
  am: [0, 11],
  afternoon: [12, 17],
  pm: [12, 23],
  evening: [17, 23],
};

/** `date`: midnight UTC of the date. `repeats`: whether it is the next one of its name. */
type NamedDay = { date: number; repeats: boolean; isDate: boolean; part: string | undefined };

const weekdays = ['sun(?:day)?', 'mon(?:day)?', 'tue(?:s|sday)?', 'wed(?:s|nesday)?', 'thu(?:r|rs|rsday)?', 'fri(?:day)?'];
export const weekdayPatterns = [...weekdays, 'sat(?:urday)?'].map((name) => new RegExp(String.raw`^${name}\.?$`));

function dayOf(typed: string, now: number): NamedDay | null {
  const text = typed.replace(/^(?:(?:on|by|after|this|the)\s+)+/, '').replace(/^tonight$/, 'today evening');
  const found = /(?:^|\s)(morning|afternoon|evening|am|pm)$/.exec(text);
  const [name, part] = [text.slice(0, found?.index), found?.[1]];
  const today = londonDate(now);
  if (name === '' || name === 'today') return part || name ? { date: today, repeats: false, isDate: false, part } : null;
  if (/^(?:t|tmrw|tomorrow)$/.test(name)) return { date: today + day, repeats: false, isDate: false, part };
  const [first = '', ...others] = name.split(/,?\s+/);
  const weekday = weekdayPatterns.findIndex((pattern) => pattern.test(first));
  if (weekday >= 0 && others.length === 0)
    return { date: today + ((weekday - new Date(today).getUTCDay() + 7) % 7) * day, repeats: true, isDate: false, part };
  const date = dateOf(weekday < 0 ? name : others.join(' ').replace(/^the /, ''), today);
  if (date === null || (weekday >= 0 && new Date(date).getUTCDay() !== weekday)) return null;
  return { date, repeats: false, isDate: true, part };
}

/** A calendar date in British order, of which chrono-node has read every word; without a year the nearest. */
function dateOf(typed: string, today: number): number | null {
  const text = typed.replace(/^(\d{1,2})[.-](\d{1,2})[.-](?=\d)/, '$1/$2/');
  if (!/\d/.test(text) || /^\d+[/.-](?:1[3-9]|[2-9]\d)\b/.test(text)) return null;
  const [read, ...others] = GB.parse(text, { instant: new Date(today + 12 * hour), timezone: 0 });
  if (!read || others.length > 0 || read.text !== text || read.end) return null;
  const { start } = read;
  if (!start.isCertain('day') || !start.isCertain('month') || start.isCertain('hour')) return null;
  return Date.UTC(start.get('year') ?? 0, (start.get('month') ?? 1) - 1, start.get('day') ?? 1);
}

/** Whether what looks like 20:26 is the year of the date before it. */
function isYear({ isDate }: NamedDay, { mark, hour, minute }: Parts): boolean {
  return isDate && mark === '' && hour === '20' && minute !== undefined;
}

const hourWords = 'noon one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Minutes after midnight, or null where no clock shows it. 1 to 7 are in the afternoon, unless a part of the day or 07:30 says otherwise. */
function timeOf({ hour: typed, minute: minutes, word, noon, half, quarters }: Parts, part?: string): number | null {
  if (noon) return quarters || half ? null : 720;
  const hours = typed === undefined ? hourWords.indexOf(word ?? '') : Number(typed);
  if (typed === '0' && !minutes) return null;
  if (Number(minutes ?? 0) > 59 || hours > (half || quarters ? 12 : 23) || (quarters && minutes)) return null;
  const is24 = hours > 12 || hours === 0 || typed?.startsWith('0');
  const inMorning = half ? half === 'a' : part ? part === 'am' || part === 'morning' : hours > 7 && hours < 12;
  const hour24 = is24 && !half ? hours : (hours % 12) + (inMorning ? 0 : 12);
  const [from, to] = partsOfDay[part ?? ''] ?? [0, 23];
  if (hour24 < from || hour24 > to) return null;
  const added = quarters?.startsWith('half') ? 30 : quarters === 'quarter past' ? 15 : quarters ? -15 : 0;
  return hour24 * 60 + Number(minutes ?? 0) + added;
}

/** The next time after now that it is; null where that has passed. */
function nextAt(named: NamedDay | null, minutes: number, now: number): number | null {
  const on = (date: number) => {
    const first = londonTime(date, Math.floor(minutes / 60), minutes % 60);
    // In the night in which the clocks go back it may come once more.
    return [first, first + hour].find((at) => at > now && londonMinuteOfDay(at) === londonMinuteOfDay(first)) ?? null;
  };
  if (!named) return on(londonDate(now)) ?? on(londonDate(now) + day);
  return on(named.date) ?? (named.repeats ? on(named.date + 7 * day) : null);
}
