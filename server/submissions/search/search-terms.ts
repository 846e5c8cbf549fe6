import { createHmac } from 'node:crypto';
import type { Answers } from '#forms/form.ts';
import { formOf } from '#forms/forms.ts';
import { senderOf } from '#forms/sender.ts';

/** The most terms that are indexed. No honest submission has more. */
const termLimit = 40;

/** What a submission is found by: its reference, and its sender's name, e-mail, phone and registration, in whole and in part. */
export function termsOf(submission: { reference: string; formName: string; data: Answers }): string[] {
  const { reference, formName, data } = submission;
  const { name, email, phone, registration } = senderOf(formOf(formName, data), data);
  const terms = [
    ...wholeAndParts(reference),
    ...emailTerms(email),
    ...phonesIn(phone).flatMap((digits) => [digits, digits.slice(-6), digits.slice(-4)]),
    ...[squeeze(registration), ...wholeAndParts(registration)],
    ...wholeAndParts(name),
    // The name as it was given at the roadside, where the claim has another one since.
    ...(data.name === undefined || data.name === name ? [] : wholeAndParts(data.name)),
  ];
  return [...new Set(terms.filter(Boolean))].slice(0, termLimit);
}

/** What a message is found by: its words, in whole and in part, and e-mail addresses and phone numbers as they are searched for. */
export function wordsOfMessage(text: string): string[] {
  const phones = (text.match(/\+?\d[\d\s().-]{5,}\d/g) ?? []).map(dialled);
  const words = text.split(/\s+/).flatMap((word) => (word.includes('@') ? [fold(trimmed(word))] : wholeAndParts(word)));
  return [...new Set([...phones, ...words])].filter(Boolean);
}

/** A word without punctuation around it. */
function trimmed(word: string): string {
  return word.match(/[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su)?.[0] ?? '';
}

/** The terms that stand for one person: the whole e-mail address and the phone numbers. */
export function personTerms({ email, phone }: { email: string; phone: string }): string[] {
  return [fold(email.trim()), ...phonesIn(phone)].filter((term) => term.length >= 6);
}

/** Whether two lines have a phone number in common, however it was written. */
export function samePhone(one: string, other: string): boolean {
  const numbers = new Set(phonesIn(other).filter((digits) => digits.length >= 6));
  return phonesIn(one).some((digits) => numbers.has(digits));
}

function emailTerms(email: string): string[] {
  return [fold(email.trim()), squeeze(email.split('@')[0] ?? '')];
}

/** The phone numbers in a line, which may have two. */
function phonesIn(line: string): string[] {
  return line.split(/[/,;]|\bor\b/i).map(dialled);
}

/** The terms of a text: "Świątek-Żółkiewski" is found as one word and by either half. */
function wholeAndParts(text: string): string[] {
  const words = text.split(/\s+/);
  const parts = fold(text).split(/[^\p{L}\p{N}]+/u);
  return [...words.map(squeeze), ...parts.filter((part) => part.length > 1)];
}

/** A search has alternatives. A submission matches when, for at least one of them, it has terms that begin with each of its words. */
export type SearchQuery = string[][];

const longestSearch = 200;
const wordLimit = 8;

/** Parses what was typed into the search box; null where it is too short. */
export function searchQuery(text: string): SearchQuery | null {
  const typed = text.trim().slice(0, longestSearch);
  const words = typed.split(/\s+/).slice(0, wordLimit).map(wordOf).filter(Boolean);
  // A registration or a reference may be typed with a gap or without, so the words joined are the other alternative.
  const alternatives = isPhone(typed) ? [[dialled(typed)], [squeeze(typed)]] : [words, [squeeze(typed)]];
  const usable = alternatives.filter((one) => one.some((word) => Array.from(word).length > 1));
  return usable.length > 0 ? withoutRepeat(usable) : null;
}

/** Text such as "020 7946": digits, and what people put between them. */
function isPhone(typed: string): boolean {
  return /^[\d\s+().-]+$/.test(fold(typed));
}

function wordOf(word: string): string {
  return word.includes('@') ? fold(word) : squeeze(word);
}

function withoutRepeat(query: SearchQuery): SearchQuery {
  const [first, second] = query;
  return first && second && first.join(' ') === second.join(' ') ? [first] : query;
}

/** A digest that is the same for two searches for the same text. Without the secret nobody can derive the text from it. */
export function searchDigest(secret: string, text: string): string {
  return createHmac('sha256', secret)
    .update(`desk search ${fold(text.trim())}`)
    .digest('hex')
    .slice(0, 32);
}

/** The most characters of a word that are indexed: that is enough to find it. */
const longestWord = 100;

/**
 * Normalises a word: lower case, without accents, and letters without a base letter written out, because people who lack such keys
 * type it so.
 */
function fold(text: string): string {
  // A short cut for the usual case, which takes a tenth of the time.
  if (isPlain(text)) return text.toLowerCase().slice(0, longestWord);
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cc}]/gu, '')
    .toLowerCase();
  const written = plain.replaceAll(/[łøđðßæœþı]/g, (letter) => writtenOut[letter] ?? letter);
  return Array.from(written).slice(0, longestWord).join('');
}

/** The text with nothing but its letters and digits. */
function squeeze(text: string): string {
  return fold(text).replaceAll(isPlain(text) ? /[^a-z\d]/g : /[^\p{L}\p{N}]/gu, '');
}

function isPlain(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

/**
 * The digits of a phone number as dialled within the country, however it was written; those of a foreign number with the country code
 * and no zeros before.
 */
function dialled(text: string): string {
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
