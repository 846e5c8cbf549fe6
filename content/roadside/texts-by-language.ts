import { bengali } from './bn.ts';
import { english } from './en.ts';
import { type LanguageCode, languageOf, languages } from './languages.ts';
import { punjabi } from './pa.ts';
import { polish } from './pl.ts';
import { romanian } from './ro.ts';
import type { RoadsideTexts } from './roadside-texts.ts';
import { urdu } from './ur.ts';

const byLanguage: Record<LanguageCode, RoadsideTexts> = {
  en: english,
  pl: polish,
  ro: romanian,
  ur: urdu,
  bn: bengali,
  pa: punjabi,
};

/** For e-mails: the texts in the language of the page on which a claim was begun; null where that is English. */
export function translationOf(language: string | undefined): RoadsideTexts | null {
  const code = languages.find((one) => one.code === language)?.code ?? 'en';
  return code === 'en' ? null : byLanguage[code];
}

/** For the server: browsers get the texts with the page. */
export function textsFor(request: Request): RoadsideTexts {
  return byLanguage[languageOf(new URL(request.url))];
}
