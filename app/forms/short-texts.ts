import type { FormTexts, Translate } from '#content/form-texts.ts';

/**
 * The texts of a form in another language: a page would otherwise carry each text in English too, as the name of its translation. The
 * first two characters and the length are the name; a test holds that no two texts have the same.
 */
export type ShortTexts = Record<string, string>;

export function shortTexts(texts: FormTexts): ShortTexts {
  return Object.fromEntries(Object.entries(texts).map(([english, text]) => [english.slice(0, 2) + english.length, text]));
}

/** Without texts the page is in English. A field without a warning has no text. */
export function translateBy(texts: ShortTexts | undefined): Translate {
  return (text) => (texts && text && texts[text.slice(0, 2) + text.length]) ?? text;
}
