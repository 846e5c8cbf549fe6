// Protects: the roadside page states the response target and whom to call in every language.
import { expect, test } from 'vitest';
import { languages } from '#content/roadside/languages.ts';
import { localTarget } from '#content/roadside/local-hours.ts';
import { textsFor } from '#content/roadside/texts-by-language.ts';
import { site } from '#content/site.ts';

const all = languages.map(({ code }) => textsFor(new Request(`https://kerbside.example/roadside?lang=${code}`)));

test.each(all)('$code: the terms have the response target, and end with whom to call', ({ terms }) => {
  const numbers = terms.match(/\d+/g) ?? [];
  // An hour is a word.
  if (numbers.length > 0 || site.claimTargetHours > 1) expect(numbers).toEqual([String(site.claimTargetHours)]);
  expect(terms).toMatch(/[?؟] [\p{L}\p{M} ]+$/u);
});

test('the response target is in the plural form of the language', () => {
  const words = { one: 'one', few: 'few', other: '$hours' };
  const hours: number = site.claimTargetHours;
  const isFew = hours % 100 > 0 && hours % 100 < 20;
  expect(localTarget('ro-RO', words)).toBe(hours === 1 ? 'one' : isFew ? 'few' : String(hours));
  expect(localTarget('pl-PL', { one: 'one', other: 'in $hours' })).toBe(hours === 1 ? 'one' : `in ${hours}`);
});
