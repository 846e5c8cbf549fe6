import type { FormTexts, Translate } from '#content/form-texts.ts';

/** The texts of a form in another language, under short names: a page would otherwise carry each text in English too. */
export type ShortTexts = Record<string, string>;

export function shortTexts(texts: FormTexts): ShortTexts {
  return Object.fromEntries(Object.entries(texts).map(([english, text]) => [shortName(english), text]));
}

/** Without texts the page is in English. A field without a warning has no text. */
export function translateBy(texts: ShortTexts | undefined): Translate {
  return (text) => (texts && text && texts[shortName(text)]) ?? text;
}

/** The first two characters and the length. A test holds that no two texts have the same. */
function shortName(english: string): string {
  return english.slice(0, 2) + english.length;
}
