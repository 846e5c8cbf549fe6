import type { LateTexts } from '../late-texts.ts';

/** Each has one export. */
const modules = import.meta.glob<Record<string, LateTexts>>(['./??-late.ts', './???-late.ts']);

/** For browsers: what a form says once it is in use, in the language of its page; null where that is English. */
export async function loadLateTexts(language: string): Promise<LateTexts | null> {
  const exports = await modules[`./${language}-late.ts`]?.();
  return exports ? (Object.values(exports)[0] ?? null) : null;
}
