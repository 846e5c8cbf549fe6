/**
 * Who sent a visitor, as the link says that brought them: /make-a-claim?via=NAME, or the code of a partner. It is no field of a form. It is
 * sent beside the answers, and whatever does not fit is ignored, so that it can make no claim fail.
 */
export const viaName = 'via';

const codeLetters = 'ACDEFGHJKMNPQRTWXY';
const codeDigits = '34679';
const codePairs = 3;

/** The code of a partner, without look-alikes. Letters and digits alternate, so that no name is taken for one. */
export const partnerCode = { letters: codeLetters, digits: codeDigits, pairs: codePairs };

/** Marked as pure, because otherwise it would be among the scripts of visitors, who never have it. */
export const partnerCodePattern = /* @__PURE__ */ new RegExp(`^(?:[${codeLetters}][${codeDigits}]){${codePairs}}$`);

/**
 * What may be a name. Anybody can make such a link, and our page shows the name, so it must not say anything: Latin letters only, no
 * address, no sentence, no phone number, and none of the words by which a name would become a message or an endorsement. The words and
 * numbers are looked for in the plain text, so that neither an accent nor another spelling hides them.
 */
const namePattern =
  /^(?=\P{L}*\p{L})(?!.*\.\S)(?!.*(?:\p{L}{5}|[^\p{L}])\.)[\p{Script=Latin}\d][\p{Script=Latin}\d &'’.,()-]{1,39}$/u;
const plainPattern = /^[a-z\d &'’.,()-]*$/;
const messageWords =
  /\b(?:(?:call|ring|phone|telephone|dial|text|email|pay|send|click|visit|approve|authori[sz]e|regulate|recommend|endorse|guarantee)(?:s|d|ed|ing)?|you|your|yours|we|us|our|tel|whatsapp|payments?|official|insurers?|police|bank|fca|fos|sra|nhs|dvla|hmrc|government|ombudsman|urgent|warning|free|won|fraud|fraudsters?|scam|scams|scammers?|fake|crooks?|thieves|criminals?|www|https?|dot|com|co uk|org)\b/;
const numberWords = /\b(?:zero|oh|nought|one|two|three|four|five|six|seven|eight|nine|hundred|double|treble|triple)\b/g;
/** Digits among letters that look like digits. */
const mixedNumber = /\b[oil]*\d[\doil]*\b/g;
const fourDigits = /^(?:\D*\d){4}/;

export type Via = { kind: 'code' | 'name'; text: string };

/** Longer than any name, which is at most 40 characters. */
const longest = 200;

/** Reads what a link or a form says; null where there is nothing that fits. */
export function readVia(value: unknown): Via | null {
  if (typeof value !== 'string' || value.length > longest) return null;
  const text = value.normalize('NFKC').trim().replaceAll(/\s+/g, ' ');
  const code = readCode(text);
  if (code !== null) return { kind: 'code', text: code };
  return namePattern.test(text) && saysNothing(plainText(text)) ? { kind: 'name', text } : null;
}

function saysNothing(plain: string): boolean {
  const asDigits = plain.replaceAll(numberWords, '0').replaceAll(mixedNumber, (number) => number.replaceAll(/[oil]/g, '0'));
  const asLetters = plain.replaceAll(/[01345]/g, (digit) => lettersLikeDigits[digit] ?? '');
  return plainPattern.test(plain) && !fourDigits.test(asDigits) && !messageWords.test(plain) && !messageWords.test(asLetters);
}

const lettersLikeDigits: Record<string, string> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's' };

/** Small letters without accents. A letter that is made of no plain one, such as ᴄ, stays. */
function plainText(text: string): string {
  const bare = text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
  return bare.replaceAll(/[ßæœøðđłıþ]/g, (letter) => plainLetters[letter] ?? '');
}

const plainLetters: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ð: 'd', đ: 'd', ł: 'l', ı: 'i', þ: 'th' };

/** A code as somebody may type it from a card: in small letters, with hyphens or spaces. */
export function readCode(text: string): string | null {
  const code = text.toUpperCase().replaceAll(/[ -]/g, '');
  return partnerCodePattern.test(code) ? code : null;
}

/** Who sent a visitor, as the page says it. `isPartner`: the firm made the link itself. */
export type ShownSource = { value: string; name: string; isPartner: boolean };

/** Who sent somebody, in words for staff and in exports; null where nobody is known. A name that a link gave is nobody's word for it. */
export function sentByText({ partner, via }: { partner: string | null; via: string | null }): string | null {
  return partner ?? (via === null ? null : `“${via}” (as a link said)`);
}
