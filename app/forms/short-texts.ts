import type { FormTexts, Translate } from '#content/form-texts.ts';

/** The texts of a form in another language, under names of three characters: a page would otherwise carry each text in English too. */
export type ShortTexts = Record<string, string>;

export function shortTexts(texts: FormTexts): ShortTexts {
  return Object.fromEntries(Object.entries(texts).map(([english, text]) => [shortName(english), text]));
}

/** Without texts the page is in English. A field without a warning has no text. */
export function translateBy(texts: ShortTexts | undefined): Translate {
  return (text) => (texts && text && texts[shortName(text)]) ?? text;
}

/** A digest of the text in English. A test holds that no two texts have the same. */
function shortName(english: string): string {
  let digest = 0;
  for (const letter of english) digest = (digest * 31 + letter.charCodeAt(0)) % 36 ** 3;
  return digest.toString(36);
}
