/** Longer words are cut: whoever has typed so much of one has found it. */
const longest = 100;

/** As people type who have no such key: lower case, without accents, letters that have no accent to lose written out. */
export function fold(text: string): string {
  // Most of what is typed, and a tenth of the time.
  if (isPlain(text)) return text.toLowerCase().slice(0, longest);
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cc}]/gu, '')
    .toLowerCase();
  const written = plain.replaceAll(/[łøđðßæœþı]/g, (letter) => writtenOut[letter] ?? letter);
  return Array.from(written).slice(0, longest).join('');
}

/** Letters and digits alone. */
export function squeeze(text: string): string {
  return fold(text).replaceAll(isPlain(text) ? /[^a-z\d]/g : /[^\p{L}\p{N}]/gu, '');
}

/** Without a letter, an accent or a sign that is not on every keyboard. */
function isPlain(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

/** The digits as dialled within the country, however the number was written; abroad: with the country's code and no zeros. */
export function dialled(text: string): string {
  const digits = fold(text).replaceAll(/[^\d+]/g, '');
  return digits
    .replace(/^(?:\+|00)440?/, '0')
    .replace(/^00/, '')
    .replaceAll('+', '');
}

const writtenOut: Record<string, string> = {
  ...{ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ı: 'i' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
};
