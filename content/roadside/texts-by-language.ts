import type { RoadsideTexts } from './roadside-texts.ts';

/** Each file that is named by a language, as cy.ts, has one export. What runs from the sources, as a benchmark, has none of them. */
const modules = import.meta.env ? import.meta.glob<Record<string, RoadsideTexts>>(['./??.ts', './???.ts'], { eager: true }) : {};

const byLanguage = new Map(
  Object.values(modules).flatMap((exports) => Object.values(exports).map((texts) => [texts.code, texts])),
);

/** For e-mails: the texts in the language of the page on which a claim was begun; null where that is English. */
export function translationOf(language: string | undefined): RoadsideTexts | null {
  return language === 'en' ? null : (byLanguage.get(language ?? 'en') ?? null);
}

/** In the language that is asked for in the address of the roadside page. For the server: browsers get the texts with the page. */
export function textsFor(request: Request): RoadsideTexts {
  const asked = new URL(request.url).searchParams.get('lang') ?? 'en';
  return byLanguage.get(asked) ?? (byLanguage.get('en') as RoadsideTexts);
}
