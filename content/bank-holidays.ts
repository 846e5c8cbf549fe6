/** The parts of the United Kingdom that have bank holidays of their own. */
export const nations = ['England and Wales', 'Scotland', 'Northern Ireland'] as const;

export type Nation = (typeof nations)[number];

/** Bank holidays that were proclaimed once, in all nations or `of` one; `insteadOf`: the one that moved to it. */
export const proclaimed: readonly { date: string; of?: Nation; insteadOf?: string }[] = [
  { date: '2022-06-02', insteadOf: '2022-05-30' },
  { date: '2022-06-03' },
  { date: '2022-09-19' },
  { date: '2023-05-08' },
  { date: '2026-06-15', of: 'Scotland' },
];

/**
 * The bank holidays of a year, as 2026-12-25, in order. One that falls on a weekend moves to the next working day that is none itself.
 * Those proclaimed for a single year follow no rule: `proclaimed` has them.
 */
export function bankHolidays(nation: Nation, year: number): string[] {
  const easter = easterSunday(year);
  const isScotland = nation === 'Scotland';
  const fixed = [
    utc(year, 1, 1),
    ...(isScotland ? [utc(year, 1, 2), utc(year, 11, 30)] : []),
    ...(nation === 'Northern Ireland' ? [utc(year, 3, 17), utc(year, 7, 12)] : []),
    utc(year, 12, 25),
    utc(year, 12, 26),
  ];
  const moving = [
    easter - 2 * dayMs,
    ...(isScotland ? [] : [easter + dayMs]),
    firstMonday(utc(year, 5, 1)),
    firstMonday(utc(year, 5, 25)),
    firstMonday(isScotland ? utc(year, 8, 1) : utc(year, 8, 25)),
  ];
  const byRule = [...onWorkingDays(fixed), ...moving].map((date) => new Date(date).toISOString().slice(0, 10));
  const single = proclaimed.filter(({ of, date }) => date.startsWith(`${year}-`) && (!of || of === nation));
  return [
    ...byRule.filter((date) => !single.some(({ insteadOf }) => insteadOf === date)),
    ...single.map(({ date }) => date),
  ].toSorted();
}

/** The days on which who closes on bank holidays is closed: also Christmas, Boxing Day and New Year on a weekend, whose substitutes follow. */
export function holidays(nation: Nation, year: number): string[] {
  return [...bankHolidays(nation, year), ...['01-01', '12-25', '12-26'].map((date) => `${year}-${date}`)];
}

const dayMs = 86_400_000;

function utc(year: number, month: number, date: number): number {
  return Date.UTC(year, month - 1, date);
}

/** The first Monday from a date on. From the 25th of a month with 31 days it is the last Monday. */
function firstMonday(from: number): number {
  return from + ((8 - new Date(from).getUTCDay()) % 7) * dayMs;
}

/** Those on working days stay; each other one moves past the weekend, and past those that are there. */
function onWorkingDays(dates: number[]): number[] {
  const kept = dates.filter((date) => !isWeekend(date));
  for (const date of dates.filter(isWeekend)) {
    let moved = date;
    while (isWeekend(moved) || kept.includes(moved)) moved += dayMs;
    kept.push(moved);
  }
  return kept;
}

function isWeekend(date: number): boolean {
  return [0, 6].includes(new Date(date).getUTCDay());
}

/** The Gregorian computus: the Sunday after the first ecclesiastical full moon from 21 March on. */
function easterSunday(year: number): number {
  const century = Math.floor(year / 100);
  const leapDaysLeftOut = century - Math.floor(century / 4);
  const moonCorrection = Math.floor((8 * century + 13) / 25);
  const age = (19 * (year % 19) + leapDaysLeftOut - moonCorrection + 15) % 30;
  // The lunar calendar has no full moon after 18 April.
  const isLate = age === 29 || (age === 28 && year % 19 > 10);
  const fullMoon = utc(year, 3, 21) + (isLate ? age - 1 : age) * dayMs;
  return fullMoon + (7 - new Date(fullMoon).getUTCDay()) * dayMs;
}
