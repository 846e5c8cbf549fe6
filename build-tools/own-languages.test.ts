// Protects: a language of the owner's is known by the names of its two files, and a name that is no language is told what to write.
import { expect, test } from 'vitest';
import { addsLanguage, halfLanguage, misnamedLanguage } from './own-languages.mjs';

test.each(['roadside/cy.ts', 'roadside/cy-late.ts', 'roadside/syl.ts'])('%s is a language', (file) => {
  expect(addsLanguage(file)).toBe(true);
});

const sentence = 'a language is two files that have its tag as their name, such as cy.ts and cy-late.ts for Welsh, and';

test.each([
  ['roadside/welsh.ts', `${sentence} that of Welsh is cy`],
  ['roadside/Welsh-late.ts', `${sentence} that of Welsh is cy`],
  ['roadside/xx.ts', `${sentence} xx is no tag that is known`],
  ['roadside/cy-GB.ts', `${sentence} cy-GB is no tag that is known`],
  ['roadside/cy.md', null],
  ['roadside/pages/cy.ts', null],
  ['pages/cy.ts', null],
])('%s is none', (file, why) => {
  expect(addsLanguage(file)).toBe(false);
  expect(misnamedLanguage(file)).toBe(why);
});

test('of a language either file may be missing, also where the other one ships, and English has no late texts', () => {
  const pair = ['roadside/en.ts', 'roadside/pl.ts', 'roadside/pl-late.ts'];
  expect(halfLanguage(pair)).toBeNull();
  expect(halfLanguage([...pair, 'roadside/cy.ts'])).toMatchObject({ file: 'roadside/cy.ts', other: 'roadside/cy-late.ts' });
  expect(halfLanguage([...pair, 'roadside/cy-late.ts'])).toMatchObject({ file: 'roadside/cy-late.ts', other: 'roadside/cy.ts' });
});
