// Protects: the roadside page states the response target and whom to call in every language.
import { expect, test } from 'vitest';
import { languages } from '#content/roadside/languages.ts';
import { localTarget } from '#content/roadside/local-hours.ts';
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
