import { english } from '../content/roadside/en.ts';
import { polish } from '../content/roadside/pl.ts';
import { polishLate } from '../content/roadside/pl-late.ts';
import type { RoadsideTexts } from '../content/roadside/roadside-texts.ts';
import { fieldName } from './wording.ts';

type Modules = Record<string, Record<string, unknown>>;

/** One for each language of the roadside page, and one for each of what its form says late. */
export const isLanguageFile = (name: string) => /^[a-z]{2,3}(?:-late)?\.ts$/.test(name);

/**
 * What is wrong with the languages of the roadside page, whose texts the owner may bring. The types hold those that ship, so that these
 * say which texts there are.
 */
export function languageProblems(modules: Modules): string[] {
  return Object.entries(modules).flatMap(([file, exports]) => {
    const [, code, late] = /^content\/roadside\/([a-z]{2,3})(-late)?\.ts$/.exec(file) ?? [];
    if (code === undefined) return [];
    const [[name, texts] = [], another] = Object.entries(exports);
    if (name === undefined || another) return [`${file}: the file must have one export, which has its texts.`];
    const shape = late ? polishLate : code === 'en' ? english : polish;
    const missing = missingTexts(shape, texts).map((path) => `${file}: ${fieldName([name, ...path])} is missing.`);
    if (missing.length > 0 || late) return missing;
    return aboutItself(code, texts as RoadsideTexts).map((problem) => `${file}: ${name}.${problem}`);
  });
}

/** The paths of strings that one has and the other lacks. */
function missingTexts(shape: unknown, texts: unknown): string[][] {
  if (typeof shape === 'string') return typeof texts === 'string' ? [] : [[]];
  if (typeof shape !== 'object' || shape === null) return [];
  if (typeof texts !== 'object' || texts === null) return [[]];
  return Object.entries(shape).flatMap(([key, part]) =>
    missingTexts(part, (texts as Record<string, unknown>)[key]).map((path) => [key, ...path]),
  );
}

function aboutItself(code: string, { code: said, dir, page, form }: RoadsideTexts): string[] {
  const path = code === 'en' ? '/roadside' : `/roadside?lang=${code}`;
  const direction = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thaana}\p{Script=Syriac}]/u.test(page.heading) ? 'rtl' : 'ltr';
  const locale = form?.texts['en-GB'];
  return [
    ...(said === code ? [] : [`code must be ${code}, as the file is called.`]),
    ...(page.path === path ? [] : [`page.path must be ${path}.`]),
    ...(dir === direction ? [] : [`dir must be ${direction}, as its letters are written.`]),
    ...(/\$(?:years|months)/.test(form?.hints.consent ?? '')
      ? ['form.hints.consent must take how long data is kept from keptFor(…) in local-hours.ts.']
      : []),
    ...(locale === undefined || isLocale(locale)
      ? []
      : [`form.texts.en-GB must be the language and country by which dates are written, such as cy-GB, and is ${locale}.`]),
  ];
}

/** As Open Graph takes it, too. */
function isLocale(locale: string): boolean {
  return /^[a-z]{2,3}-[A-Z]{2}(?:-u-[a-z-]+)?$/.test(locale) && Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0;
}
