import { readDate } from '#forms/accident-date.ts';
import type { ClaimField } from '#forms/claim-sections.ts';
import { day } from '#forms/durations.ts';
import type { Answers } from '#forms/form.ts';
import { londonDate } from '#forms/london-day.ts';
import { registrationTerms } from '#server/claims/search/search-terms.ts';

/** What two submissions say that may make them two accidents. */
type Difference = 'date' | 'registration' | 'place';

/** What a submission says of its accident. `startedAt`: when it was begun at the roadside, which is on the day of the accident. */
type Accident = { data: Answers; startedAt: number | null };

/** What differs between what a roadside start says and the claim that goes on with it. What only one of them says is no difference. */
export function differencesBetween(one: Accident, other: Accident): Difference[] {
  return [
    ...(haveOtherDates(one, other) ? ['date' as const] : []),
    ...(haveOtherRegistrations(one, other) ? ['registration' as const] : []),
    ...(haveOtherPlaces(one, other) ? ['place' as const] : []),
  ];
}

/** A start after midnight may be about an accident before it. */
function haveOtherDates(one: Accident, other: Accident): boolean {
  const [first, second] = [dateOf(one), dateOf(other)];
  if (first === null || second === null) return false;
  const isGuess = (accident: Accident) => accident.startedAt !== null && !given(accident, 'dateOfAccident');
  return Math.abs(first - second) > (isGuess(one) || isGuess(other) ? day : 0);
}

function dateOf(accident: Accident): number | null {
  const stated = readDate(given(accident, 'dateOfAccident'));
  if (typeof stated === 'number') return stated;
  return accident.startedAt === null ? null : londonDate(accident.startedAt);
}

function haveOtherRegistrations(one: Accident, other: Accident): boolean {
  const [first, second] = [one, other].map((accident) => registrationTerms(given(accident, 'vehicleReg')));
  return Boolean(first?.length && second?.length && !first.some((term) => second.includes(term)));
}

/** Places are words for people: those of one place share one, such as a road or a town. Coordinates share none with a name. */
function haveOtherPlaces(one: Accident, other: Accident): boolean {
  const [first, second] = [one, other].map((accident) => given(accident, 'locationOfAccident'));
  if (!first || !second || [first, second].some((place) => /-?\d{1,3}\.\d{3}/.test(place))) return false;
  const words = new Set(wordsOf(first));
  const others = wordsOf(second);
  return words.size > 0 && others.length > 0 && !others.some((word) => words.has(word));
}

/** Words that many places have. */
const common = new Set(
  'a an at by in of on the near to junction jct road rd street st lane avenue ave roundabout motorway car park services outside opposite behind'.split(
    ' ',
  ),
);

function wordsOf(place: string): string[] {
  const words = place.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !common.has(word));
}

const given = ({ data }: Accident, name: ClaimField): string => data[name]?.trim() ?? '';
