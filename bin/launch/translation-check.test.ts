// Protects: an owner is asked to have each translation read by a native speaker, and again once a sentence of it has changed.
import { expect, test } from 'vitest';
import { languages } from '#content/roadside/languages.ts';
import { checkTranslations, readTranslations, type Translation } from './translation-check.ts';

const polish: Translation = { code: 'pl', language: 'Polish', texts: '1a2b3c4d', readBy: null, copied: [] };
const urdu: Translation = {
  code: 'ur',
  language: 'Urdu',
  texts: '5e6f7a8b',
  readBy: { name: 'Amina', texts: '5e6f7a8b' },
  copied: [],
};

test('a language that nobody has read is amber, with what to write once somebody has', () => {
  expect(checkTranslations([polish, urdu])).toMatchObject([
    {
      about: 'translations',
      state: 'amber',
      says: expect.stringMatching(/as it is now in Polish\.$/),
      todo: expect.stringContaining("pl: { name: '…', texts: '1a2b3c4d' }"),
    },
  ]);
});

test('an owner’s language is in own/, so the file to read is named without a folder that may not have it', () => {
  expect(checkTranslations([{ ...polish, code: 'cy', language: 'Welsh' }])[0]?.todo).not.toContain('content/roadside/CODE');
});

test('a sentence that changed after it was read is asked for again', () => {
  const changed = { ...urdu, texts: '00000000' };
  expect(checkTranslations([changed])).toMatchObject([{ state: 'amber', says: expect.stringContaining('Urdu') }]);
});

test('languages that were all read are green', () => {
  expect(checkTranslations([urdu])).toMatchObject([{ state: 'green' }]);
});

test('what was copied from another language and is not translated yet is named by its fields', () => {
  const copied = { ...urdu, copied: ['page.lead', 'Try now'] };
  expect(checkTranslations([copied, polish])).toMatchObject([
    {
      state: 'amber',
      says: 'Of the roadside page in Urdu 2 texts are still as another language has them.',
      todo: 'Translate in content/roadside/ur.ts and ur-late.ts: page.lead, Try now.',
    },
  ]);
});

test('every translation of this site is looked at, each by its own texts', async () => {
  const translations = await readTranslations(new URL('../../.content/', import.meta.url));
  expect(translations.map(({ code }) => code)).toEqual(languages.map(({ code }) => code).filter((code) => code !== 'en'));
  expect(translations.flatMap(({ copied }) => copied)).toEqual([]);
  expect(new Set(translations.map(({ texts }) => texts)).size).toBe(translations.length);
});
