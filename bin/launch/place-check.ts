import { registerOf } from '#content/company-register.ts';
import type { ClosedDays, OpeningHours } from '#content/opening-hours.ts';
import type { SocialProfile } from '#content/types.ts';
import { isLondonArea, kmOutside, nationOf, nations, postcodeArea } from '#content-rules/postcode-areas.ts';
import type { Wording } from '#content-rules/wording.ts';
import { amber, type CheckResult, green, red } from './check-result.ts';
import { checkHours } from './hours-check.ts';

/** What content/site.ts says about place and opening times, and what is still to be decided there. */
export type PlaceAndTime = {
  companyNumber: string;
  address: readonly string[];
  town: string;
  region: string;
  coordinates: { latitude: number; longitude: number };
  areaServed: readonly string[];
  openingHours: OpeningHours;
  closedDays: ClosedDays;
  claimTargetHours: number;
  social: readonly SocialProfile[];
  newsletter: 'placeholder' | 'off';
};

/** Barking town centre, where the map of the sample content is. */
const sampleCentre = { latitude: 51.538, longitude: 0.08 };

/** Texts for London of a firm that is not there: the licences of its drivers have another name, and its law may be another. */
export function checkLondonTexts({ address, region, areaServed }: PlaceAndTime, wording: Wording[]): CheckResult[] {
  const isThere =
    [region, ...areaServed].some((name) => /\bLondon\b/.test(name)) || isLondonArea(postcodeArea(address.at(-1) ?? '') ?? '');
  if (isThere) return [];
  const found = wording.flatMap(({ file, text }) => {
    const words = /^content\/(?:services|guides)\//.test(file)
      ? /\b(?:PCO|TfL|Transport for London|in London)\b/.exec(text)?.[0]
      : null;
    return words ? [`${file} says “${words}”`] : [];
  });
  if (found.length === 0) return [green('London', `No service and no guide is about London, and the office is in ${region}.`)];
  return [
    amber(
      'London',
      `The office is in ${region}, and ${found.join(', ')}.`,
      'Remove guides for places where you take no claims, and say in the services what your licensing authority calls its licences.',
    ),
  ];
}

/** Laws and authorities that are not there in a part of the United Kingdom. */
const elsewhere: Record<string, RegExp> = {
  Scotland: /\b(?:England|Wales|Limitation Act 1980|National Highways|Solicitors Regulation Authority|accidents in Scotland)\b/,
  'Northern Ireland':
    /\b(?:England|Wales|Great Britain|Road Traffic Act 1988|Limitation Act 1980|National Highways|Solicitors Regulation Authority|(?:accidents in [^.]*|Scotland, )Northern Ireland)\b/,
};

/** The texts that the product comes with tell the law of England and Wales. */
export function checkLaw({ address, areaServed }: PlaceAndTime, wording: Wording[]): CheckResult[] {
  const office = nationOf(postcodeArea(address.at(-1) ?? '') ?? '');
  const named = nations.filter((nation) => areaServed.some((name) => name.includes(nation)));
  const served = named.length > 0 ? named : office === null ? [] : [office];
  const [nation = ''] = served;
  const words = served.length === 1 ? elsewhere[nation] : undefined;
  if (!words) return [];
  const found = new Map<string, string>();
  for (const { file, text } of wording) {
    // The bank holidays of every nation are there to choose from.
    const [quoted] = (!/holidays|closed-days/.test(file) && words.exec(text)) || [];
    if (quoted && !found.has(file)) found.set(file, `${file} says “${quoted}”`);
  }
  const about = `Claims are taken from ${nation}`;
  if (found.size === 0) return [green('law', `${about}, and no text names the law of another part of the United Kingdom.`)];
  return [
    amber(
      'law',
      `${about}, and ${[...found.values()].join(', ')}.`,
      `Have somebody who knows the law of ${nation} check them, and “What the law asks” of the roadside page, which gives a time for reporting. Correct or remove what is not the law there, and set law in each guide that you keep.`,
    ),
  ];
}

export function checkPlaceAndTime(site: PlaceAndTime): CheckResult[] {
  const hours = checkHours(site, Date.now());
  return [checkTown(site), checkAreaServed(site), checkMap(site), ...hours, checkSocial(site), checkNewsletter(site)];
}

function checkTown({ address, town, region }: PlaceAndTime): CheckResult {
  const area = postcodeArea(address.at(-1) ?? '');
  const todo = 'Make address, town and region in content/site.ts fit each other.';
  if (!address.join(', ').toLowerCase().includes(town.toLowerCase()))
    return amber('town', `The site says that the office is in ${town}, which its address does not name.`, todo);
  if (area !== null && region.toLowerCase() === 'london' && !isLondonArea(area))
    return amber('town', `The site says that the office is in London, and ${area} is no postcode of London.`, todo);
  return green('town', `The office is in ${town}, ${region}.`);
}

function checkAreaServed({ address, areaServed, companyNumber }: PlaceAndTime): CheckResult {
  const served = areaServed.flatMap((name) => name.split(/\s*(?:,|&|\band\b)\s*/)).filter((name) => name !== '');
  const isNotServed = (nation: string | null) =>
    nation !== null && nations.includes(nation) && served.every((name) => nations.includes(name) && name !== nation);
  const servesText = `search engines are told that it serves ${areaServed.join(', ')}`;
  const todo = 'Set areaServed in content/site.ts to where you take claims, and write guides whose law is that of the place.';
  const office = nationOf(postcodeArea(address.at(-1) ?? '') ?? '');
  if (isNotServed(office)) return amber('area served', `The office is in ${office}, and ${servesText}.`, todo);
  // England and Wales have one register, and its companies may work anywhere.
  const register = registerOf(companyNumber);
  if (isNotServed(register)) return amber('area served', `The company is registered in ${register}, and ${servesText}.`, todo);
  return green('area served', `Claims are taken from ${areaServed.join(', ')}.`);
}

function checkMap({ address, coordinates }: PlaceAndTime): CheckResult {
  const area = postcodeArea(address.at(-1) ?? '');
  const km = area === null ? null : kmOutside(area, coordinates);
  const todo = 'Set coordinates in content/site.ts to your office.';
  if (km !== null) return red('map', `The map on /contact is centred ${km} km from the ${area} of the address’s postcode.`, todo);
  const { latitude, longitude } = sampleCentre;
  return coordinates.latitude === latitude && coordinates.longitude === longitude
    ? amber('map', 'The map on /contact is centred on the sample’s place.', todo)
    : green('map', 'The map is centred on a place of your own.');
}

function checkSocial({ social }: PlaceAndTime): CheckResult {
  const open = social.flatMap(({ name, href }) => (href === null ? [name] : []));
  if (open.length === 0)
    return green('social', social.length === 0 ? 'No social profiles are shown.' : 'Each social icon has its address.');
  return red(
    'social',
    `The icons of ${open.join(', ')} only say that the feature is in progress.`,
    'Give each its address in social in content/site.ts, or remove it.',
  );
}

function checkNewsletter({ newsletter }: PlaceAndTime): CheckResult {
  if (newsletter === 'off') return green('newsletter', 'No newsletter is offered.');
  return red(
    'newsletter',
    'The newsletter form in the footer sends nothing, and says that the feature is in progress.',
    "Set newsletter in content/site.ts to 'off'.",
  );
}
