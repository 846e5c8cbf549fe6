// Protects: the roadside page says the same of the law, of whom to call and of what is in English, in the forms of every language.
import { expect, test } from 'vitest';
import { languages } from '#content/roadside/languages.ts';
import { keptFor, localTarget } from '#content/roadside/local-hours.ts';
import { textsFor } from '#content/roadside/texts-by-language.ts';
import { site } from '#content/site.ts';
import { roadside } from '#forms/roadside.ts';

const all = languages.map(({ code }) => textsFor(new Request(`https://kerbside.example/roadside?lang=${code}`)));

test.each(all)('$code: the terms have the response target, and end with whom to call', ({ terms }) => {
  const numbers = terms.match(/\d+/g) ?? [];
  // An hour is a word.
  if (numbers.length > 0 || site.claimTargetHours > 1) expect(numbers).toEqual([String(site.claimTargetHours)]);
  expect(terms).toMatch(/[?؟] [\p{L}\p{M} ]+$/u);
});

test.each(all)('$code: the button asks for a call, and not for one at once, beside the hours that it may take', ({ form }) => {
  expect(form?.submit ?? roadside.submitLabel).not.toMatch(/\b(?:now|teraz|acum)\b|ابھی|এখনই|ਹੁਣੇ/u);
});

test.each(all)('$code: in two cases the accident is reported to the police within 24 hours', ({ checklist }) => {
  expect(checklist.parts.law.items.police.match(/24/g)).toHaveLength(2);
});

test.each(all.filter(({ form }) => form))('$code: what leads to a page in English says so', ({ form }) => {
  const { texts, email } = form as NonNullable<typeof form>;
  const inEnglish = /\(.+\)$/.exec(texts['Privacy Policy'])?.[0] ?? 'words for it';
  const links = [texts['Finish your claim: add photographs and the other answers'], texts['Wrong? Change it'], email.link];
  for (const text of links) expect(text).toContain(inEnglish);
});

test('no text lets its reader choose between the endings of two genders', () => {
  expect(JSON.stringify(all)).not.toMatch(/\p{L}\/-?\p{L}+[.,) ]/u);
});

test('a language that is written from right to left has commas of its own', () => {
  const texts = JSON.stringify(all.filter(({ dir }) => dir === 'rtl'));
  expect(texts.match(/[\u0600-\u06FF] ?,|, ?[\u0600-\u06FF]/gu)).toBeNull();
});

test('the response target is in the plural form of the language', () => {
  const words = { one: 'one', few: 'few', other: '$hours', closedDays: '(days)', openHours: '(hours)' };
  const hours: number = site.claimTargetHours;
  const isFew = hours % 100 > 0 && hours % 100 < 20;
  expect(localTarget('ro-RO', words).split(' (')[0]).toBe(hours === 1 ? 'one' : isFew ? 'few' : String(hours));
  expect(localTarget('pl-PL', { ...words, few: undefined, other: 'in $hours' }).split(' (')[0]).toBe(
    hours === 1 ? 'one' : `in ${hours}`,
  );
});

test.each([
  ['pl-PL', 1, 'one'],
  ['pl-PL', 3, 'few'],
  ['pl-PL', 12, '12'],
  ['ro-RO', 19, 'few'],
  ['ro-RO', 24, '24'],
  ['pa-IN', 1, 'one'],
])('%s: for how long data is kept is in the plural form for %i', (locale, count, form) => {
  const words = { one: 'one', few: 'few', other: '$n' };
  expect(keptFor(locale, { years: words, months: words }, count, count)).toEqual({ years: form, months: form });
});
