import { createHmac } from 'node:crypto';
import { plainDigits, splitAtNumbers } from '#forms/phone-numbers.ts';
import { shownAddress } from '#server/core/email-address.ts';
import { fold, squeeze } from './fold.ts';
import { mayBePlate, plainText, platesIn } from './plates.ts';
import { dialled, isTooCommon, partOfPlate, plateTerm, searchedAs } from './search-terms.ts';

/**
 * What was searched for, in each way to read it. A submission matches one when it has, for each of its words, a term that begins with it.
 */
export type SearchQuery = string[][];

const longestSearch = 200;
const wordLimit = 8;

/** A shorter word says too little to be read with the look-alikes of a plate, and a longer one is none. */
const partOfPlateLengths = { min: 4, max: 10 };

/** Parses what was typed into the search box; null where it is too short. */
export function searchQuery(text: string): SearchQuery | null {
  const typed = text.trim().slice(0, longestSearch);
  const split = splitAtNumbers(typed);
  const [numbers, rest] = [split.numbers, split.rest.join(' ')];
  const phones = [...numbers.map(searchedAs), ...(isPartOfPhone(rest) ? [dialled(rest)] : [])];
  const others = isPartOfPhone(rest) ? '' : rest;
  const words = [...phones, ...wordsOf(others)];
  const plates = mayBePlate(typed) ? [[plateTerm(typed)]] : [];
  const ways = [words, ...plates, [...phones, ...withPlates(others)], words.map(withLookAlikes)];
  const query = ways.map(telling).filter((way) => way.some((word) => Array.from(word).length > 1));
  return query.length > 0 ? [...new Map(query.map((way) => [way.join(' '), way])).values()] : null;
}

/** Without what nearly every text has, unless there is nothing else. */
function telling(words: string[]): string[] {
  const rare = words.filter((word) => !isTooCommon(word));
  return [...new Set(rare.length > 0 ? rare : words)].slice(0, wordLimit);
}

/** The words of a search, with the term of each plate in its place. */
function withPlates(typed: string): string[] {
  const text = plainText(typed);
  const words: string[] = [];
  let at = 0;
  for (const { plate, start, end } of platesIn(text, { isSearch: true })) {
    words.push(...wordsOf(text.slice(at, start)), plateTerm(plate));
    at = end;
  }
  return [...words, ...wordsOf(text.slice(at))];
}

function withLookAlikes(word: string): string {
  const isPart = /\d/.test(word) && word.length >= partOfPlateLengths.min && word.length <= partOfPlateLengths.max;
  return isPart && !word.includes('@') ? partOfPlate(word) : word;
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).map(wordOf).filter(Boolean);
}

/** Text such as "020 7946 05", which is one word; "900 101" is two parts of one number. */
function isPartOfPhone(typed: string): boolean {
  const text = plainDigits(typed).trim();
  return /^[\d\s+().-]+$/.test(text) && (text.startsWith('+') || text.replaceAll(/\D/g, '').length > 6);
}

function wordOf(word: string): string {
  return word.includes('@') ? fold(shownAddress(word)) : squeeze(word);
}

/** A digest that is the same for two searches for the same text. Without the secret nobody can derive the text from it. */
export function searchDigest(secret: string, text: string): string {
  return createHmac('sha256', secret)
    .update(`desk search ${fold(text.trim())}`)
    .digest('hex')
    .slice(0, 32);
}
