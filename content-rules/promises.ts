import { hoursText, type OpeningHours, shortHoursText, withinText } from '../content/opening-hours.ts';
import type { Wording } from './wording.ts';

/** What is promised in content/site.ts, which no other text may contradict. */
export type Promises = { openingHours: OpeningHours; claimTargetHours: number };

/** In markdown: $openHours, $withinTarget, and $always(words), which are shown only while the helpline is open at all times; or $always(words|other words). */
export function fillPlaceholders(text: string, { openingHours, claimTargetHours }: Promises): string {
  return text
    .replace(/\$always\(([^()|]*)(?:\|([^()|]*))?\)/g, (_, always, otherwise = '') =>
      openingHours === 'always' ? always : otherwise,
    )
    .replaceAll('$openHours', () => hoursText(openingHours))
    .replaceAll('$withinTarget', () => withinText(claimTargetHours, openingHours));
}

const atAllTimes =
  /\b24\s?\/\s?7\b|\b24[- ]hours? a day|\b24[- ]hour (?:helpline|phone|line|service|support|recovery)|\b365\b|\bday[ -](?:and|or)[ -]night|\b(?:a?round) the clock|\b(?:call|ring|phone|speak to) (?:us|our team)\b[^.]{0,30}\bany ?time\b|\bany hour\b|\balways open\b|\bnever close/i;

const ofTheHelpline = /\b(?:helpline|call us|ring us|phone us|we answer|our lines?)\b/i;
const times =
  /\b\d{1,2}(?:[:.]\d\d)? ?(?:[ap]m)? ?(?:to|until|till|-|–) ?\d{1,2}(?:[:.]\d\d)? ?[ap]m\b|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day (?:to|until|till|-|–) ?\w+day\b|\bnine to five\b|\b\d{1,2}(?:[:.]\d\d)? ?(?:to|until|till|-|–) ?\d{1,2}(?:[:.]\d\d)?(?=[.,;)]|$| (?:on|every|each|weekdays|\w+days)\b)/i;

const weContact = /\b(?:we|our team)\b.*\b(?:contact|call|ring|phone|reply|respond|in touch|get back)\b/i;
const target =
  /\bwithin (?:\w+ (?:opening )?hours?|\w+ minutes?|(?:a|one) (?:working )?day)\b|\bby (?:tomorrow|tonight|the end of (?:the|that|next) (?:working )?day)\b|\bthe (?:same|next) (?:working )?day\b/i;

/** Sentences about the hours of the helpline, or about when a claimant is contacted, that are not those of content/site.ts. */
export function promiseProblems({ file, field, text }: Wording, { openingHours, claimTargetHours }: Promises): string[] {
  const within = withinText(claimTargetHours, openingHours);
  const own = [hoursText(openingHours), shortHoursText(openingHours), within];
  const rest = own.reduce((words, derived) => words.replaceAll(derived, ''), text);
  const sentences = rest.split(/(?<=[.?!:])\s+|\n/);
  const found = (pattern: RegExp, about: RegExp) =>
    sentences.flatMap((sentence) => (about.test(sentence) ? (pattern.exec(sentence)?.[0] ?? []) : []));
  const always = openingHours === 'always' ? [] : [atAllTimes.exec(rest)?.[0] ?? []].flat();
  const otherTimes = found(times, ofTheHelpline);
  const otherTargets = found(target, weContact);
  return [
    ...[...always, ...otherTimes].map(
      (words) => `${file}: ${field} must not say "${words}", because openingHours in content/site.ts says ${own[0]}.`,
    ),
    ...otherTargets.map(
      (words) =>
        `${file}: ${field} must not say "${words}", because claimTargetHours in content/site.ts promises contact ${within}. Write $withinTarget in markdown, and withinTarget of stated-hours.ts elsewhere.`,
    ),
  ];
}
