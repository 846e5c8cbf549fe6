import { createHmac } from 'node:crypto';
import { dialled, fold, isTooCommon, squeeze } from './search-terms.ts';

/** The words of a search. A submission matches when it has, for each of them, a term that begins with it. */
export type SearchQuery = string[];

const longestSearch = 200;
const wordLimit = 8;

/** Parses what was typed into the search box; null where it is too short. */
export function searchQuery(text: string): SearchQuery | null {
  const typed = text.trim().slice(0, longestSearch);
  const words = isWholePhone(typed) ? [dialled(typed)] : typed.split(/\s+/).map(wordOf).filter(Boolean);
  const telling = words.filter((word) => !isTooCommon(word));
  const query = [...new Set(telling.length > 0 ? telling : words)].slice(0, wordLimit);
  return query.some((word) => Array.from(word).length > 1) ? query : null;
}

/** Text such as "020 7946 0505", which is one word; "900 101" is two parts of one number. */
function isWholePhone(typed: string): boolean {
  const text = fold(typed);
  return /^[\d\s+().-]+$/.test(text) && (text.startsWith('+') || text.replaceAll(/\D/g, '').length > 6);
}

function wordOf(word: string): string {
  return word.includes('@') ? fold(word) : squeeze(word);
}

/** A digest that is the same for two searches for the same text. Without the secret nobody can derive the text from it. */
export function searchDigest(secret: string, text: string): string {
  return createHmac('sha256', secret)
    .update(`desk search ${fold(text.trim())}`)
    .digest('hex')
    .slice(0, 32);
}
