// Protects: somebody who consents in another language reads in it for how long data is kept, what they can ask for, and where.
import { expect, test } from 'vitest';
import { notPursuedMonths, retentionYears } from '#content/retention-periods.ts';
import { languages } from '#content/roadside/languages.ts';
import { translationOf } from '#content/roadside/texts-by-language.ts';
import { site } from '#content/site.ts';
import { translatedForm } from './roadside-form.ts';

const translations = languages.flatMap(({ code }) => translationOf(code) ?? []);

test.each(translations)('$code: beside the consent are the periods after which we erase, and our address', (texts) => {
  const hint = translatedForm(texts).consent?.hint ?? '';
  expect(hint.match(/\d+/g)?.map(Number)).toEqual(expect.arrayContaining([retentionYears, notPursuedMonths]));
  expect(hint).toContain(site.email);
  expect(hint).not.toContain('$');
});
