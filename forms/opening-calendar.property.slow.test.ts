// Protects: each time that is promised is that of a reference which looks at every minute of London's clocks, for any hours and closed days.
import { expect, test } from 'vitest';
import { days, daysFrom, type OpeningHours, type OpeningTimes } from '#content/opening-hours.ts';
import { createDice, type Dice } from '#testing/dice.ts';
import { hour, minute } from './durations.ts';
import { shortLondonMoment } from './london-day.ts';
import { afterOpenTime, openBetween, targetEnd, whenOpen } from './opening-calendar.ts';

type Hours = Exclude<OpeningHours, 'always'>;

/** As gov.uk lists them; Christmas, Boxing Day and New Year on a weekend beside them. */
const holidays: Record<string, string> = {
  'England and Wales':
    '2026-12-25 2026-12-26 2026-12-28 2027-01-01 2027-03-26 2027-03-29 2027-05-03 2027-05-31 2027-08-30 2027-12-25 2027-12-26 2027-12-27 2027-12-28 2028-01-01 2028-01-03',
  Scotland:
    '2026-11-30 2026-12-25 2026-12-26 2026-12-28 2027-01-01 2027-01-04 2027-03-26 2027-05-03 2027-05-31 2027-08-02 2027-11-30 2027-12-25 2027-12-26 2027-12-27 2027-12-28 2028-01-01 2028-01-03 2028-01-04',
  'Northern Ireland':
    '2026-12-25 2026-12-26 2026-12-28 2027-01-01 2027-03-17 2027-03-26 2027-03-29 2027-05-03 2027-05-31 2027-07-12 2027-08-30 2027-12-25 2027-12-26 2027-12-27 2027-12-28 2028-01-01 2028-01-03',
};

/** Around the two changes of the clocks, Easter, and two Christmases, one of them on a weekend. */
const starts = ['2026-10-20', '2026-11-26', '2026-12-17', '2027-03-10', '2027-03-24', '2027-07-08', '2027-10-28', '2027-12-21'];

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  weekday: 'long',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

type Shown = { weekday: string; date: string; hour: string };

const byHour = new Map<number, Shown>();

/** What London's clocks show. They change at full hours. */
function read(at: number): Shown {
  const full = Math.floor(at / hour);
  const known = byHour.get(full);
  if (known) return known;
  const part = Object.fromEntries(clock.formatToParts(full * hour).map(({ type, value }) => [type, value]));
  const shown = { weekday: part.weekday ?? '', date: `${part.year}-${part.month}-${part.day}`, hour: part.hour ?? '' };
  byHour.set(full, shown);
  return shown;
}

/** Looks at each minute from a time on. */
function createMinutes(from: number, hours: Hours) {
  const timesOn = (weekday: string) => hours.times.filter((times) => daysFrom(times).some((day) => day === weekday));
  const isClosedDay = ({ weekday, date }: Shown) =>
    timesOn(weekday).length === 0 ||
    (!hours.bankHolidays && (holidays[hours.closedDays?.bankHolidaysOf ?? ''] ?? '').includes(date)) ||
    Boolean(hours.closedDays?.days.some((closed) => closed.from <= date && date <= closed.to));
  const isOpen = (at: number) => {
    const shown = read(at);
    const time = `${shown.hour}:${String(Math.floor(at / minute) % 60).padStart(2, '0')}`;
    return !isClosedDay(shown) && timesOn(shown.weekday).some(({ opens, closes }) => opens <= time && time < closes);
  };
  /** The end of so many minutes that count. */
  const endOf = (count: number, counts: (at: number) => boolean) => {
    let left = count;
    for (let at = from; ; at += minute) {
      if (left === 0) return at;
      if (counts(at)) left -= 1;
    }
  };
  return { isOpen, isOnOpenDay: (at: number) => !isClosedDay(read(at)), endOf };
}

function expectedEnd(from: number, targetHours: number, hours: Hours): number {
  const { isOpen, isOnOpenDay, endOf } = createMinutes(from, hours);
  const byClock = endOf(Math.max(targetHours, 24) * 60, isOnOpenDay);
  let last = byClock;
  while (last > from && !isOpen(last - minute)) last -= minute;
  if (last === from) {
    const opens = endOf(1, isOpen) - minute;
    for (last = opens; isOpen(last); ) last += minute;
  }
  return targetHours < 24 ? Math.min(endOf(targetHours * 60, isOpen), last) : last;
}

function anyHours(dice: Dice): Hours {
  const day = () => dice.pick(days);
  const weekdays = { from: 'Monday', to: 'Friday' } as const;
  const weekend: Pick<OpeningTimes, 'from' | 'to'> = { from: 'Saturday', to: dice.pick(['Saturday', 'Sunday']) };
  const single = day();
  const shapes: OpeningTimes[][] = [
    [{ ...weekdays, opens: '09:00', closes: '17:30' }],
    [
      { ...weekdays, opens: '08:30', closes: '12:30' },
      { ...weekdays, opens: '13:15', closes: '18:00' },
      { ...weekend, opens: '10:00', closes: '14:00' },
    ],
    // Past midnight.
    [
      { from: 'Monday', to: 'Sunday', opens: '18:00', closes: '24:00' },
      { from: 'Monday', to: 'Sunday', opens: '00:00', closes: '06:00' },
    ],
    [{ from: day(), to: day(), opens: '00:00', closes: '24:00' }],
    [{ from: single, to: single, opens: '07:45', closes: '08:15' }],
    [{ from: 'Monday', to: 'Sunday', opens: '00:00', closes: '24:00' }],
  ];
  const start = Date.parse(dice.pick(starts));
  const closedFor = dice.pick([0, 0, 1, 3, 14]);
  const iso = (offset: number) => new Date(start + offset * 24 * hour).toISOString().slice(0, 10);
  return {
    times: dice.pick(shapes),
    bankHolidays: dice.pick([true, false]),
    closedDays: {
      bankHolidaysOf: dice.pick(['England and Wales', 'Scotland', 'Northern Ireland']),
      days: closedFor === 0 ? [] : [{ from: iso(3), to: iso(2 + closedFor) }],
    },
  };
}

test.each([1, 2, 3, 4, 5])('of any hours, at any minute (seed %i)', (seed) => {
  const dice = createDice(seed);
  for (let round = 0; round < 5; round += 1) {
    const hours = anyHours(dice);
    const at = Date.parse(dice.pick(starts)) + dice.between(0, 8 * 24 * 60) * minute;
    const { isOpen, endOf } = createMinutes(at, hours);
    const about = `${JSON.stringify(hours)} ${shortLondonMoment(at)}`;
    const opens = endOf(1, isOpen) - minute;
    expect(shortLondonMoment(whenOpen(at, hours)), about).toBe(shortLondonMoment(opens));
    for (const target of [1, 4, 12, 23, 24, 48, 72])
      expect(shortLondonMoment(targetEnd(at, target, hours)), `${target} h, ${about}`).toBe(
        shortLondonMoment(expectedEnd(at, target, hours)),
      );
    const length = dice.between(1, 300);
    const end = endOf(length, isOpen);
    expect(afterOpenTime(at, length * minute, hours), about).toBe(end);
    expect(openBetween(at, end, hours), about).toBe(length * minute);
  }
});

test('a claim in the last second of a day, at the closing minute and a second before it has a promise in opening hours after it', () => {
  const hours: Hours = { times: [{ from: 'Monday', to: 'Friday', opens: '09:00', closes: '17:00' }], bankHolidays: true };
  const end = (text: string, target: number) => shortLondonMoment(targetEnd(Date.parse(text), target, hours));
  expect(end('2026-11-24T23:59:59Z', 24)).toBe('Wed, 25 Nov 2026, 17:00');
  expect(end('2026-11-24T17:00:00Z', 24)).toBe('Wed, 25 Nov 2026, 17:00');
  expect(end('2026-11-24T16:59:59Z', 24)).toBe('Wed, 25 Nov 2026, 16:59');
  expect(end('2026-11-24T16:59:59Z', 1)).toBe('Wed, 25 Nov 2026, 09:59');
  expect(end('2026-11-27T17:00:00Z', 1)).toBe('Mon, 30 Nov 2026, 10:00');
});
