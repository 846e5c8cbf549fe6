import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { languages } from '#content/roadside/languages.ts';
import { readBy } from '#content/roadside/read-by.ts';
import { amber, type CheckResult, green } from './check-result.ts';

/** A translation of the roadside page: the digest of its texts as they are, and who read which texts. */
export type Translation = { code: string; language: string; texts: string; readBy: { name: string; texts: string } | null };

export async function readTranslations(content: URL): Promise<Translation[]> {
  const translated = languages.flatMap(({ code, englishName }) => (code === 'en' ? [] : [{ code, language: englishName }]));
  return await Promise.all(
    translated.map(async ({ code, language }) => ({
      code,
      language,
      texts: await digestOf(content, code),
      readBy: readBy[code],
    })),
  );
}

async function digestOf(content: URL, code: string): Promise<string> {
  const files = [`roadside/${code}.ts`, `roadside/${code}-late.ts`].map((name) => readFile(new URL(name, content), 'utf8'));
  return createHash('sha256')
    .update((await Promise.all(files)).join(''))
    .digest('hex')
    .slice(0, 8);
}

/** Asks for a native speaker of each language, and again once a sentence of it has changed: one result for all. */
export function checkTranslations(translations: Translation[]): CheckResult[] {
  const unread = translations.filter(({ readBy, texts }) => readBy?.texts !== texts);
  if (translations.length === 0) return [];
  if (unread.length === 0) return [green('translations', 'A native speaker has read each translation of the roadside page.')];
  const entries = unread.map(({ code, texts }) => `${code}: { name: '…', texts: '${texts}' }`);
  return [
    amber(
      'translations',
      `No native speaker has read the roadside page as it is now in ${unread.map(({ language }) => language).join(', ')}.`,
      `Have one of each read content/roadside/CODE.ts and CODE-late.ts beside en.ts, then write in content/roadside/read-by.ts: ${entries.join(', ')}.`,
    ),
  ];
}
