import type { Translate } from '#content/form-texts.ts';
import type { LateText, LateTexts, TranslateAll } from '#content/late-texts.ts';
import { loadLateTexts } from '#content/roadside/late-by-language.ts';

let texts: LateTexts | null = null;

/** Loads the rest of the texts in the language of the page. Where that fails they are in English. */
export async function loadTranslation(): Promise<void> {
  texts = await loadLateTexts(document.documentElement.lang).catch(() => null);
}

/** The texts that came with the page, and the rest. */
export function withLateTexts(t: Translate): TranslateAll {
  return (text) => texts?.[text as LateText] ?? t(text as Parameters<Translate>[0]);
}
