import { bengali } from './bn.ts';
import { english } from './en.ts';
import { type LanguageCode, languageOf } from './languages.ts';
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

/** For the server: browsers get the texts with the page. */
export function textsFor(request: Request): RoadsideTexts {
  return byLanguage[languageOf(new URL(request.url))];
}
