import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { languages } from '#content/roadside/languages.ts';
import { readBy } from '#content/roadside/read-by.ts';
import { wordingIn } from '#content-rules/wording.ts';
import { amber, type CheckResult, green } from './check-result.ts';

/**
 * A translation of the roadside page: the digest of its texts as they are, who read which texts, and the fields in which another language
 * says the same: its file was copied, and these are not translated yet.
 */
export type Translation = {
  code: string;
  language: string;
  texts: string;
  readBy: { name: string; texts: string } | null;
  copied: string[];
};

export async function readTranslations(content: URL): Promise<Translation[]> {
  const translated = languages.flatMap(({ code, englishName }) => (code === 'en' ? [] : [{ code, language: englishName }]));
  const texts = new Map(await Promise.all(languages.map(async ({ code }) => [code, await textsOf(content, code)] as const)));
  return await Promise.all(
    translated.map(async ({ code, language }) => ({
      code,
      language,
      texts: await digestOf(content, code),
      readBy: readBy[code] ?? null,
      copied: copiedIn(code, texts),
    })),
  );
}

/** By the names of the fields. */
async function textsOf(content: URL, code: string): Promise<Map<string, string>> {
  const names = code === 'en' ? [code] : [code, `${code}-late`];
  const modules = await Promise.all(names.map((name) => import(/* @vite-ignore */ new URL(`roadside/${name}.ts`, content).href)));
  const wording = modules.flatMap((exports) => wordingIn('', Object.values(exports)[0]));
  return new Map(wording.map(({ field, text }) => [field, text]));
}

function copiedIn(code: string, texts: Map<string, Map<string, string>>): string[] {
  const others = [...texts].flatMap(([other, fields]) => (other === code ? [] : [fields]));
  return [...(texts.get(code) ?? [])].flatMap(([field, text]) =>
    /\p{L}{4}/u.test(text) && (field.endsWith(text) || others.some((other) => other.get(field) === text)) ? [field] : [],
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
  const copied = translations.filter((one) => one.copied.length > 0);
  if (translations.length === 0) return [];
  if (copied.length > 0)
    return copied.map(({ code, language, copied: fields }) =>
      amber(
        'translations',
        `Of the roadside page in ${language} ${fields.length} ${fields.length === 1 ? 'text is' : 'texts are'} still as another language has them.`,
        `Translate in content/roadside/${code}.ts and ${code}-late.ts: ${fields.join(', ')}.`,
      ),
    );
  if (unread.length === 0) return [green('translations', 'A native speaker has read each translation of the roadside page.')];
  const entries = unread.map(({ code, texts }) => `${code}: { name: '…', texts: '${texts}' }`);
  return [
    amber(
      'translations',
      `No native speaker has read the roadside page as it is now in ${unread.map(({ language }) => language).join(', ')}.`,
      `Have one of each read CODE.ts and CODE-late.ts in the folder roadside beside en.ts, then write in content/roadside/read-by.ts: ${entries.join(', ')}.`,
    ),
  ];
}
