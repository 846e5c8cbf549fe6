import { type LanguageCode, languageOf } from './languages.ts';
import type { RoadsideTexts } from './roadside-texts.ts';

/** What the page shows: its texts, and the names of all languages. */
export type RoadsidePageTexts = RoadsideTexts & { names: Record<LanguageCode, string> };

/** Each in a file of its own, which a browser fetches only where it comes to the page without loading the document. */
const byLanguage = {
  en: async () => (await import('./en.ts')).english,
} as Record<LanguageCode, () => Promise<RoadsideTexts>>;

export async function textsFor(request: Request): Promise<RoadsidePageTexts> {
  const load = byLanguage[languageOf(new URL(request.url))] ?? byLanguage.en;
  const [texts, { languageNames }] = await Promise.all([load(), import('./language-names.ts')]);
  return { ...texts, names: languageNames };
}
