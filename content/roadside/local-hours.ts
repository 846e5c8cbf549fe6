import { type OpeningHours, translatedHours } from '../opening-hours.ts';
import { site } from '../site.ts';

/** How the hours of a response target are counted where the helpline is not always answered: of a day or more, and of less. */
const counted: Record<string, { closedDays: string; openHours: string }> = {
  pl: { closedDays: '(nie licząc dni, w które nie pracujemy)', openHours: '(licząc tylko godziny otwarcia)' },
  ro: { closedDays: '(fără zilele în care suntem închiși)', openHours: '(socotind doar orele de program)' },
  ur: { closedDays: '(بند دنوں کو چھوڑ کر)', openHours: '(صرف کھلے رہنے کے اوقات گن کر)' },
  pa: { closedDays: '(ਬੰਦ ਦਿਨ ਛੱਡ ਕੇ)', openHours: '(ਸਿਰਫ਼ ਖੁੱਲ੍ਹੇ ਰਹਿਣ ਦੇ ਘੰਟੇ ਗਿਣ ਕੇ)' },
  bn: { closedDays: '(বন্ধের দিন বাদে)', openHours: '(শুধু খোলা থাকার সময় ধরে)' },
};

/** The response target of a claim, in the plural forms of a language. */
export function localTarget(locale: string, words: { one?: string; few?: string; other: string }): string {
  const form = new Intl.PluralRules(locale).select(site.claimTargetHours) as keyof typeof words;
  const target = (words[form] ?? words.other).replace('$hours', String(site.claimTargetHours));
  if ((site.openingHours as OpeningHours) === 'always') return target;
  const how = counted[locale.slice(0, 2)]?.[site.claimTargetHours < 24 ? 'openHours' : 'closedDays'] ?? '';
  return `${target} ${how}`.trim();
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
