import { type OpeningHours, translatedHours } from '../opening-hours.ts';
import { notPursuedMonths, retentionYears } from '../retention-periods.ts';
import { site } from '../site.ts';

/** Words for a number, by the plural forms of a language. */
type Counted = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

type TargetWords = Counted & { closedDays: string; openHours: string };

/**
 * The response target of a claim, in the plural forms of a language. Where the helpline is not always answered, `closedDays` says how the
 * hours of a target of a day or more are counted, and `openHours` those of less.
 */
export function localTarget(locale: string, words: TargetWords): string {
  // The owner's files are not checked by types.
  if (!words.closedDays || !words.openHours) throw new Error(`localTarget('${locale}', …) needs closedDays and openHours`);
  const target = inForm(locale, site.claimTargetHours, words).replace('$hours', String(site.claimTargetHours));
  if ((site.openingHours as OpeningHours) === 'always') return target;
  return `${target} ${words[site.claimTargetHours < 24 ? 'openHours' : 'closedDays']}`;
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

/** For how long data is kept, `years`, and for how many months where a claim goes no further: by default the periods after which we erase. */
export function keptFor(
  locale: string,
  words: { years: Counted; months: Counted },
  years = retentionYears,
  months = notPursuedMonths,
) {
  return {
    years: inForm(locale, years, words.years).replace('$n', String(years)),
    months: inForm(locale, months, words.months).replace('$n', String(months)),
  };
}

function inForm(locale: string, count: number, words: Counted): string {
  return words[new Intl.PluralRules(locale).select(count)] ?? words.other;
}
