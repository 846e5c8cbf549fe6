// Protects: a language that an owner adds to the roadside page has every text, and says of itself what is so.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importContent } from '../build-tools/content-modules.ts';
import { polish } from '../content/roadside/pl.ts';
import { polishLate } from '../content/roadside/pl-late.ts';
import { isLanguageFile, languageProblems } from './added-languages.ts';

const root = join(import.meta.dirname, '..');
const welsh = {
  ...polish,
  code: 'cy',
  page: { ...polish.page, path: '/roadside?lang=cy' },
  form: { ...polish.form, texts: { ...polish.form?.texts, 'en-GB': 'cy-GB' } },
};
const file = 'content/roadside/cy.ts';

test('the languages of this site are sound', async () => {
  const files = readdirSync(join(root, '.content/roadside')).filter(isLanguageFile);
  const modules = await Promise.all(
    files.map(async (name) => [`content/roadside/${name}`, await importContent(root, `content/roadside/${name}`)] as const),
  );
  expect(files).toContain('pl-late.ts');
  expect(languageProblems(Object.fromEntries(modules))).toEqual([]);
});

test('a language of the owner’s is sound, whatever its export is called', () => {
  expect(languageProblems({ [file]: { welsh }, 'content/roadside/cy-late.ts': { any: polishLate } })).toEqual([]);
});

test.each<[string, object, string]>([
  ['a text', { who: undefined }, 'welsh.who is missing.'],
  ['a text in a part', { safety: { ...polish.safety, injured: undefined } }, 'welsh.safety.injured is missing.'],
  ['a part, as in English', { form: null }, 'welsh.form is missing.'],
  ['its own name', { name: 7 }, 'welsh.name is missing.'],
  ['its code', { code: 'en' }, 'welsh.code must be cy, as the file is called.'],
  ['its address', { page: polish.page }, 'welsh.page.path must be /roadside?lang=cy.'],
  ['its direction', { dir: 'rtl' }, 'welsh.dir must be ltr, as its letters are written.'],
  ['its letters', { page: { ...welsh.page, heading: 'יש תאונה' } }, 'welsh.dir must be rtl, as its letters are written.'],
  [
    'its locale',
    { form: { ...welsh.form, texts: { ...welsh.form.texts, 'en-GB': 'cy' } } },
    'welsh.form.texts.en-GB must be the language and country by which dates are written, such as cy-GB, and is cy.',
  ],
  [
    'a locale that nobody knows',
    { form: { ...welsh.form, texts: { ...welsh.form.texts, 'en-GB': 'xx-GB' } } },
    'welsh.form.texts.en-GB must be the language and country by which dates are written, such as cy-GB, and is xx-GB.',
  ],
])('%s is asked for by file and field', (_, changed, sentence) => {
  expect(languageProblems({ [file]: { welsh: { ...welsh, ...changed } } })).toEqual([`${file}: ${sentence}`]);
});

test('a late text is asked for, and a file without texts', () => {
  const late = 'content/roadside/cy-late.ts';
  expect(languageProblems({ [late]: { welshLate: { ...polishLate, 'Try now': undefined } } })).toEqual([
    `${late}: welshLate.Try now is missing.`,
  ]);
  expect(languageProblems({ [late]: {} })).toEqual([`${late}: the file must have one export, which has its texts.`]);
});
