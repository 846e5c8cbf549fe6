/** Runs in the process that reads long e-mails too, which may load no other folder. */

import ICAL from 'ical.js';
import { findIana } from 'windows-iana';

/** More are a calendar, and no invitation. */
const mostEvents = 10;

const dayMs = 24 * 60 * 60 * 1_000;

/** What an answer to an invitation, or another one about it, says. */
const methods: Record<string, string> = { CANCEL: 'Cancelled', COUNTER: 'Another time is asked for' };
const answers: Record<string, string> = { ACCEPTED: 'Accepted', DECLINED: 'Declined', TENTATIVE: 'Perhaps' };

/**
 * An invitation in words: of each event what it is, when in London, and where; null where a file is no calendar or cannot be read.
 * `isAlone`: with its description, which is otherwise the text of the e-mail.
 */
export function invitationText(source: string, isAlone: boolean): string | null {
  try {
    const parsed = ICAL.parse(source);
    // A file may have several.
    const all: unknown[][] = Array.isArray(parsed[0]) ? parsed : [parsed];
    const calendars = all.map((one) => new ICAL.Component(one));
    const events = calendars.flatMap((calendar) => calendar.getAllSubcomponents('vevent').map((event) => ({ event, calendar })));
    const texts = events.slice(0, mostEvents).map(({ event, calendar }) => eventText(event, calendar, isAlone));
    const others = events.length - mostEvents;
    return [...texts, ...(others > 0 ? [`And ${others} more, which are in the file.`] : [])].join('\n\n') || null;
  } catch {
    return null;
  }
}

function eventText(event: ICAL.Component, calendar: ICAL.Component, isAlone: boolean): string {
  const value = (name: string, of = event) => String(of.getFirstPropertyValue(name) ?? '').trim();
  const method = value('method', calendar).toUpperCase();
  const answer = method === 'REPLY' ? event.getFirstProperty('attendee')?.getFirstParameter('partstat') : undefined;
  const kind = methods[method] ?? answers[answer?.toUpperCase() ?? ''] ?? 'Invitation';
  const [title, when] = [value('summary'), whenText(event, calendar)];
  return [
    // Outlook writes it before the title too.
    `${kind}: ${title.slice(title.startsWith(`${kind}: `) ? kind.length + 2 : 0) || 'without a title'}`,
    when && `When: ${when}${event.hasProperty('rrule') ? ', and again after that' : ''}`,
    value('location') && `Where: ${value('location')}`,
    isAlone && value('description') && `\n${value('description')}`,
  ]
    .filter(Boolean)
    .join('\n');
}

/** A time of a calendar: an instant; or a date, or a time in no known zone, as if it were in UTC. */
type Moment = { at: number; isDate: boolean; isKnown: boolean };

function whenText(event: ICAL.Component, calendar: ICAL.Component): string {
  const start = momentOf(event.getFirstProperty('dtstart'), calendar);
  if (!start) return '';
  const duration = event.getFirstPropertyValue('duration') as ICAL.Duration | null;
  const end = momentOf(event.getFirstProperty('dtend'), calendar) ?? {
    ...start,
    at: start.at + (duration?.toSeconds() ?? 0) * 1_000,
  };
  if (start.isDate) {
    // The end is the day after the last one.
    const last = inWords({ ...end, at: Math.max(start.at, end.at - dayMs) });
    return inWords(start) === last ? last : `${inWords(start)} to ${last}`;
  }
  const until = dateInWords(start) === dateInWords(end) ? timeInWords(end) : inWords(end);
  const whole = end.at > start.at ? `${inWords(start)} to ${until}` : inWords(start);
  if (start.isKnown) return whole;
  const zone = event.getFirstProperty('dtstart')?.getFirstParameter('tzid');
  return `${whole} (${zone ? `in the time zone "${zone}", which is not known` : 'no time zone is given'})`;
}

function momentOf(property: ICAL.Property | null, calendar: ICAL.Component): Moment | null {
  // As it is written: a value of the library's is another day where there is no such one.
  const written = String(property?.toJSON()[3] ?? '');
  const isDate = /^\d{4}-\d\d-\d\d$/.test(written);
  const wall = Date.parse(`${written.replace(/Z$/, '')}${isDate ? '' : 'Z'}`);
  if (!property || Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(written.slice(0, 10))) return null;
  if (isDate || written.endsWith('Z')) return { at: wall, isDate, isKnown: !isDate };
  const offsetAt = zoneOf(property.getFirstParameter('tzid') ?? '', calendar);
  return { at: offsetAt ? instantOf(wall, offsetAt) : wall, isDate, isKnown: offsetAt !== null };
}

/**
 * When a clock shows a time (RFC 5545, 3.3.5): the first of two, in the night in which it is put back; one that it leaves out is by the
 * offset of before.
 */
function instantOf(wall: number, offsetAt: OffsetAt): number {
  const [before, after] = [wall - offsetAt(wall - dayMs), wall - offsetAt(wall + dayMs)];
  const shown = [before, after].filter((at) => at + offsetAt(at) === wall);
  return shown.length > 0 ? Math.min(...shown) : before;
}

/** What the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
type OffsetAt = (at: number) => number;

/** The zone of this name: of IANA's, of Windows', or as the calendar itself describes it. */
function zoneOf(name: string, calendar: ICAL.Component): OffsetAt | null {
  const ofWindows = findIana(name)[0];
  // What a short name means the calendar says itself: HCL Notes calls London GMT, also in summer.
  const described = ofWindows || name.includes('/') ? null : describedZone(name, calendar);
  if (described) return described;
  for (const timeZone of [name, ofWindows, name.split('/').slice(-2).join('/')]) {
    const offsetAt = timeZone ? offsetOf(timeZone) : null;
    if (offsetAt) return offsetAt;
  }
  return describedZone(name, calendar);
}

function describedZone(name: string, calendar: ICAL.Component): OffsetAt | null {
  const described = calendar.getAllSubcomponents('vtimezone').find((one) => one.getFirstPropertyValue('tzid') === name);
  // Others would take long, and no clock is changed more often.
  const rules = described?.getAllSubcomponents().flatMap((one) => one.getAllProperties('rrule')) ?? [];
  if (!described || rules.some((rule) => !rule.toICALString().includes('FREQ=YEARLY'))) return null;
  const zone = new ICAL.Timezone(described);
  return (at) => Date.parse(`${ICAL.Time.fromJSDate(new Date(at), true).convertToZone(zone)}Z`) - Math.floor(at / 1_000) * 1_000;
}

function offsetOf(timeZone: string): OffsetAt | null {
  try {
    // The Swedish format of times is that of ISO 8601.
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    return (at) => Date.parse(`${format.format(at).replace(' ', 'T')}Z`) - Math.floor(at / 1_000) * 1_000;
  } catch {
    return null;
  }
}

const date = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

function dateInWords({ at, isKnown }: Moment): string {
  const words = new Intl.DateTimeFormat('en-GB', { ...date, timeZone: isKnown ? 'Europe/London' : 'UTC' }).format(at);
  // Some versions of ICU write a comma after the weekday.
  return words.replace(',', '');
}

/** "01:30 BST", which is not the 01:30 GMT of the same night. */
function timeInWords({ at, isKnown }: Moment): string {
  const zone = isKnown ? ({ timeZone: 'Europe/London', timeZoneName: 'short' } as const) : { timeZone: 'UTC' };
  return new Intl.DateTimeFormat('en-GB', { ...time, ...zone }).format(at);
}

function inWords(moment: Moment): string {
  return moment.isDate ? dateInWords(moment) : `${dateInWords(moment)}, ${timeInWords(moment)}`;
}
