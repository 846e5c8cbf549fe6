// Protects: who consents in another language agrees to law firms only where the firm has some, and reads how long data is kept and where to ask.
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

test.each(translations)('$code: the consent names law firms only where the firm has some', (texts) => {
  const [withThem, without] = [true, false].map((has) => translatedForm(texts, has).consent?.label ?? '');
  const lawFirms = /\$legal\(([^)]+)\)/.exec(texts.form?.labels.consent ?? '')?.[1] ?? 'words for them';
  expect(withThem).toContain(lawFirms);
  expect(without).not.toContain(lawFirms);
  expect(without).toContain(site.brand);
  expect(`${withThem}${without}`).not.toMatch(/[$()]/);
});
