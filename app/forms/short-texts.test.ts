// Protects: each text of a form is found under its short name, and a page in another language carries none of them in English.
import { expect, test } from 'vitest';
import type { FormText } from '#content/form-texts.ts';
import { languages } from '#content/roadside/languages.ts';
import { translationOf } from '#content/roadside/texts-by-language.ts';
import { shortTexts, translateBy } from './short-texts.ts';

const translations = languages.flatMap(({ code }) => translationOf(code) ?? []);

test.each(translations)('$code: every text is found, and none is in English', ({ form }) => {
  const texts = form?.texts ?? ({} as NonNullable<typeof form>['texts']);
  const short = shortTexts(texts);
  const translate = translateBy(short);
  const english = Object.keys(texts) as FormText[];
  expect(Object.fromEntries(english.map((text) => [text, translate(text)]))).toEqual(texts);
  expect(Object.keys(short).filter((name) => name.length > 5)).toEqual([]);
});

test('a text without a translation stays as it is, and no text is none', () => {
  expect(translateBy({})('Copy')).toBe('Copy');
  expect(translateBy(undefined)('Copy')).toBe('Copy');
  expect(translateBy({})(undefined as unknown as FormText)).toBeUndefined();
});
