import type { Nation } from './bank-holidays.ts';

/**
 * When the helpline is answered: at all times, or at these, also on bank holidays or not. calling-hours.ts adds the closed days; without
 * them every week is like any other.
 */
export type OpeningHours = 'always' | { times: readonly OpeningTimes[]; bankHolidays: boolean; closedDays?: ClosedDays };

/** Days on which nobody answers: whose bank holidays, and periods as { from: '2026-12-24', to: '2026-12-26' }, both days included. */
export type ClosedDays = { bankHolidaysOf: Nation; days: readonly { from: string; to: string }[] };

/** From one day of the week to another, or for one: `opens` and `closes` as 08:00 and 20:00. A break makes two of them. */
export type OpeningTimes = { from: Day; to: Day; opens: string; closes: string };

export const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

export type Day = (typeof days)[number];

/** "24 hours a day, 365 days a year", or "8am to 8pm Monday to Saturday except bank holidays". */
export function hoursText(hours: OpeningHours): string {
  if (hours === 'always') return '24 hours a day, 365 days a year';
  const times = hours.times.map(({ from, to, ...day }) => {
    const when = from === to ? from : daysFrom({ from, to }).length === 7 ? 'every day' : `${from} to ${to}`;
    return `${isWhole(day) ? '24 hours' : `${clock(day.opens)} to ${clock(day.closes)}`} ${when}`;
  });
  return `${listed(times)} ${hours.bankHolidays ? 'including' : 'except'} bank holidays`;
}

/** "24/7", or "Mon–Sat 8am–8pm". */
export function shortHoursText(hours: OpeningHours): string {
  if (hours === 'always') return '24/7';
  return hours.times
    .map(({ from, to, ...day }) => {
      const names = [from, ...(from === to ? [] : [to])].map((name) => name.slice(0, 3)).join('–');
      const when = daysFrom({ from, to }).length === 7 ? '7 days' : names;
      return `${when} ${isWhole(day) ? '24 hours' : `${clock(day.opens)}–${clock(day.closes)}`}`;
    })
    .join(', ');
}

/** Of a response target in hours, and how they are counted (forms/opening-calendar.ts) where the helpline is not always answered. */
export function withinText(hours: number, open: OpeningHours): string {
  if (open === 'always') return hours === 1 ? 'within an hour' : `within ${hours} hours`;
  if (hours < 24) return hours === 1 ? 'within one opening hour' : `within ${hours} opening hours`;
  return `within ${hours} hours (not counting days we are closed)`;
}

/** The parts of a day at which a claimant can ask to be called, as far as the helpline is open then, if it is for an hour: "Evenings, 5 to 8". */
export function callTimesIn(hours: OpeningHours): string[] {
  const open = hours === 'always' ? [{ opens: '00:00', closes: '24:00' }] : hours.times;
  const partsOfDay = [
    { name: 'Mornings', from: 8 * 60, to: 12 * 60 },
    { name: 'Afternoons', from: 12 * 60, to: 17 * 60 },
    { name: 'Evenings', from: 17 * 60, to: 20 * 60 },
  ];
  const parts = partsOfDay.flatMap(({ name, from, to }) => {
    const times = open
      .map(({ opens, closes }) => ({ from: Math.max(from, minutesOf(opens)), to: Math.min(to, minutesOf(closes)) }))
      .filter((time) => time.to - time.from >= 60);
    if (times.length === 0) return [];
    const [first, last] = [Math.min(...times.map((time) => time.from)), Math.max(...times.map((time) => time.to))];
    return [`${name}, ${shortClock(first)} to ${shortClock(last)}`];
  });
  return ['Any time', ...parts];
}

function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return 60 * hour + minute;
}

/** "8", "5:30", "12". */
function shortClock(minutes: number): string {
  const minute = minutes % 60;
  return `${Math.floor(minutes / 60) % 12 || 12}${minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`}`;
}

/** As schema.org has them. Opening and closing at midnight is how a day is said to be closed. */
export function hoursData(hours: OpeningHours): object {
  const type = { '@type': 'OpeningHoursSpecification' };
  if (hours === 'always') return { ...type, dayOfWeek: days, opens: '00:00', closes: '23:59' };
  const times = hours.times.map(({ from, to, opens, closes }) => ({
    ...type,
    dayOfWeek: daysFrom({ from, to }),
    opens,
    closes: closes === '24:00' ? '23:59' : closes,
  }));
  const closed = { ...type, opens: '00:00', closes: '00:00' };
  return [
    ...times,
    ...(hours.bankHolidays ? [] : [{ ...closed, dayOfWeek: 'PublicHolidays' }]),
    ...(hours.closedDays?.days ?? []).map(({ from, to }) => ({ ...closed, validFrom: from, validThrough: to })),
  ];
}

/** "Thursday 24 December 2026, and Monday 28 December 2026 to Friday 1 January 2027": the owner's closed days that are not over. */
export function closedDaysText(hours: OpeningHours, today: string): string | null {
  const days = hours === 'always' ? [] : (hours.closedDays?.days ?? []);
  const ahead = days.filter(({ to }) => to >= today).toSorted((one, other) => one.from.localeCompare(other.from));
  const name = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });
  const told = ({ from, to }: { from: string; to: string }) =>
    [...new Set([from, to])].map((date) => name.format(Date.parse(date)).replace(',', '')).join(' to ');
  return ahead.length === 0 ? null : listed(ahead.map(told));
}

/** With the names of the days in another language, and the times from left to right in all of them. */
export function translatedHours(hours: Exclude<OpeningHours, 'always'>, locale: string): string {
  const name = new Intl.DateTimeFormat([locale, 'en-GB'], { weekday: 'long', timeZone: 'UTC' });
  const translated = (day: Day) => name.format(mondayOfOldUtc + days.indexOf(day) * dayMs);
  const lines = hours.times.map(({ from, to, opens, closes }) => {
    const names = [from, ...(from === to ? [] : [to])].map(translated);
    return `${names.join('–')} \u2066${opens}–${closes}\u2069`;
  });
  return lines.join(/\p{Script=Arabic}/u.test(lines.join()) ? '، ' : ', ');
}

const dayMs = 86_400_000;

/** 5 January 1970. */
const mondayOfOldUtc = 4 * dayMs;

/** Also from Saturday to Monday. */
export function daysFrom({ from, to }: { from: Day; to: Day }): Day[] {
  const length = ((days.indexOf(to) - days.indexOf(from) + 7) % 7) + 1;
  return [...days, ...days].slice(days.indexOf(from), days.indexOf(from) + length);
}

function isWhole({ opens, closes }: { opens: string; closes: string }): boolean {
  return opens === '00:00' && closes === '24:00';
}

/** "8am", "5:30pm", "noon", "midnight". */
function clock(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  if (minute === 0 && hour % 12 === 0) return hour === 12 ? 'noon' : 'midnight';
  return `${hour % 12 || 12}${minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`}${hour % 24 < 12 ? 'am' : 'pm'}`;
}

function listed(texts: string[]): string {
  return texts.length < 2 ? texts.join() : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}
