import { type OpeningHours, translatedHours } from '../opening-hours.ts';
import { site } from '../site.ts';

/** The response target of a claim, in the plural forms of a language. */
export function localTarget(locale: string, words: { one?: string; few?: string; other: string }): string {
  const form = new Intl.PluralRules(locale).select(site.claimTargetHours) as keyof typeof words;
  return (words[form] ?? words.other).replace('$hours', String(site.claimTargetHours));
}

/** When the helpline is answered, in another language: its own words for "at all times", or the days and times. */
export function localHours(
  locale: string,
  words: { always: string; exceptBankHolidays: string; alsoBankHolidays: string },
): string {
  const hours = site.openingHours as OpeningHours;
  if (hours === 'always') return words.always;
  return `${translatedHours(hours, locale)} (${hours.bankHolidays ? words.alsoBankHolidays : words.exceptBankHolidays})`;
}
