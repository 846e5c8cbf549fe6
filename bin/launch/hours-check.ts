import { nations, proclaimed } from '#content/bank-holidays.ts';
import { type ClosedDays, closedDaysText, hoursText, type OpeningHours, withinText } from '#content/opening-hours.ts';
import { nationOf, postcodeArea } from '#content-rules/postcode-areas.ts';
import { day, hour } from '#forms/durations.ts';
import { dateInWords, londonIsoDate, londonMoment } from '#forms/london-day.ts';
import { targetEnd } from '#forms/opening-calendar.ts';
import { amber, type CheckResult, green } from './check-result.ts';

type HoursAndPlace = {
  address: readonly string[];
  openingHours: OpeningHours;
  closedDays: ClosedDays;
  claimTargetHours: number;
};

/** What the pages say of the hours, and how long the promise of contact lets somebody wait in the year to come. */
export function checkHours({ address, openingHours, closedDays, claimTargetHours }: HoursAndPlace, now: number): CheckResult[] {
  const says = `The site says that the helpline is answered ${hoursText(openingHours)}, and promises contact ${withinText(claimTargetHours, openingHours)}.`;
  if (openingHours === 'always') return [green('hours', says)];
  const hours = { ...openingHours, closedDays };
  const { from, until } = longestWait(claimTargetHours, hours, now);
  const days = Math.round((until - from) / day);
  const example = `The longest wait in the year to come: who writes on ${londonMoment(from)}, is told ${londonMoment(until)}.`;
  const closed = closedDaysText(hours, londonIsoDate(now));
  const last = closedDays.days
    .map(({ to }) => to)
    .toSorted()
    .at(-1);
  const ownDays =
    closed === null
      ? 'No closed days of your own are to come.'
      : `Closed on ${closed}. Your list ends on ${dateInWords(last ?? '')}.`;
  return [
    days > longestDays
      ? amber(
          'hours',
          `${says} ${example} That is ${days} days.`,
          'See that somebody calls claimants on some of these days, and take those out of content/closed-days.ts; or leave it so.',
        )
      : green('hours', `${says} ${example} ${ownDays}`),
    ...checkNation(address, hours),
  ];
}

/** Longer than over Christmas. */
const longestDays = 7;

type Wait = { from: number; until: number };

/** The longest wait of the year to come, of a claim on the hour: looked for twice a day, and then around the longest of these. */
function longestWait(targetHours: number, hours: OpeningHours, now: number): Wait {
  const longestOf = (first: number, every: number, count: number) =>
    Array.from({ length: count }, (_, index) => first + index * every)
      .map((from): Wait => ({ from, until: targetEnd(from, targetHours, hours) }))
      .reduce((longest, wait) => (wait.until - wait.from > longest.until - longest.from ? wait : longest));
  const start = Math.ceil(now / hour) * hour;
  const rough = longestOf(start, 12 * hour, 366 * 2);
  return longestOf(Math.max(start, rough.from - 12 * hour), hour, 25);
}

/** Those by rule have no end; for the others this is the last that the release knows. */
const proclaimedText = `Holidays proclaimed for a single year are known up to ${dateInWords(proclaimed.at(-1)?.date ?? '')}: add later ones to content/closed-days.ts.`;

function checkNation(
  address: readonly string[],
  { bankHolidays, closedDays }: { bankHolidays: boolean; closedDays: ClosedDays },
): CheckResult[] {
  if (bankHolidays)
    return [green('bank holidays', 'The site says that the helpline is answered on bank holidays, also at Christmas.')];
  const area = postcodeArea(address.at(-1) ?? '') ?? '';
  const office = nations.find((nation) => nation === nationOf(area)) ?? 'England and Wales';
  // TD is on both sides of the border.
  if (office === closedDays.bankHolidaysOf || area === 'TD')
    return [green('bank holidays', `You close on the bank holidays of ${closedDays.bankHolidaysOf}. ${proclaimedText}`)];
  return [
    amber(
      'bank holidays',
      `You close on the bank holidays of ${closedDays.bankHolidaysOf}, and the office is in ${office}. ${proclaimedText}`,
      `Set bankHolidaysOf in content/closed-days.ts to '${office}', or leave it if that is what you do.`,
    ),
  ];
}
