import { type Answers, type Field, fieldsOf } from '#forms/form.ts';
import { formOf } from '#forms/forms.ts';
import { isBritish, localDigits, type PhoneNumber, phoneNumbersIn, plainDigits, splitAtNumbers } from '#forms/phone-numbers.ts';
import { senderOf } from '#forms/sender.ts';
import { addressKey, shownAddress } from '#server/core/email-address.ts';
import { mailboxOf } from '#server/mail/out/reply-address.ts';
import { fold, isPlain, longestWord, squeeze } from './fold.ts';
import { plateKey, platesIn, platesOf } from './plates.ts';

/** What is indexed of a submission. */
type Searchable = { reference: string; formName: string; data: Answers; messages: string[] };

/** The most words of a name, and the most terms of what was typed into a form and of everything: more than a person writes. */
const termLimits = { names: 20, answers: 500, all: 5_000 };

/** How much of an answer is read: a script's 100 KB would take the thread a tenth of a second. */
const longestAnswer = 20_000;

/** The longest term, which an address may be: PostgreSQL indexes none of some 2,700 bytes. */
const longestTerm = 320;

/** Changed with what is found by which terms: what was indexed with other terms is indexed anew. */
export const termsVersion = 2;

/** How much of a phone number and of a registration is enough to find it by. */
const shortestEnding = { phone: 3, registration: 2 };

/**
 * What a submission is found by: its reference, who sent it, what they typed, and what they wrote since. A search finds what begins
 * with its words, so that the endings of a number let any part of it be found.
 */
export function termsOf({ reference, formName, data: answers, messages }: Searchable): string[] {
  const data = Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, answer.slice(0, longestAnswer)]));
  const form = formOf(formName, data);
  const { name, email, phone, registration } = senderOf(form, data);
  const names = wholeAndParts(`${name} ${data.name ?? ''}`).slice(0, termLimits.names);
  const terms = new Set([
    ...wholeAndParts(reference),
    // The name as it was given at the roadside too, where the claim has another one since.
    ...names,
    ...names.flatMap(withoutOne).map(notTyped),
    ...[...addressesAsTerms(email), mailboxOf(email).slice(0, longestTerm), squeeze(email.split('@')[0] ?? '')],
    ...phoneSpellings(phone),
    ...(registration ? termsOfRegistration(registration) : []),
  ]);
  for (const field of fieldsOf(form).filter(isTyped))
    addAll(terms, termsOfAnswer(field, data[field.name] ?? ''), termLimits.answers);
  for (const message of messages) addAll(terms, wordsOf(message), termLimits.all);
  terms.delete('');
  // The end of a word from the second half of a character on is no text.
  return [...terms].filter((term) => term.isWellFormed());
}

function termsOfRegistration(typed: string): string[] {
  const endings = (text: string) => endingsOf(text, shortestEnding.registration);
  return [
    ...endings(squeeze(typed)),
    ...endings(plateKey(typed)).map(partOfPlate),
    plateTerm(typed),
    ...registrationTerms(typed),
  ];
}

/** The terms that stand for one car. */
export function registrationTerms(typed: string): string[] {
  return platesOf(typed).map(plateTerm);
}

/** A plate as a whole, in a term that nothing else is and that no other begins with. */
export function plateTerm(plate: string): string {
  return `#${plateKey(plate)}#`;
}

/** What a plate has from one of its characters on, look-alikes as one. */
export function partOfPlate(part: string): string {
  return `=${plateKey(part)}`;
}

/** Fields whose answer has words; those of the sender's name have them too. */
function isTyped({ type }: Field): boolean {
  return type === 'text' || type === 'textarea' || type === 'number';
}

function termsOfAnswer({ autoComplete }: Field, answer: string): string[] {
  // The second half of a postcode, also where it was typed as one word.
  return autoComplete === 'postal-code' ? [squeeze(answer), squeeze(answer).slice(-3)] : wordsOf(answer);
}

function addAll(terms: Set<string>, more: string[], limit: number): void {
  for (const term of more) if (terms.size < limit) terms.add(term);
}

/** The words of a text, and e-mail addresses, phone numbers and registrations in it as they are searched for. */
function wordsOf(text: string): string[] {
  const phones = phoneNumbersIn(text).flatMap(spellingsOf);
  // Other digits with spaces between them are searched for as one word.
  const numbers = (plainDigits(text).match(/\+?\d[\d\s().-]{5,}\d/g) ?? []).map(dialled);
  const registrations = platesIn(text).flatMap(({ plate }) => [plate, plateTerm(plate)]);
  const words = text.split(/\s+/).flatMap((word) => (word.includes('@') ? addressesAsTerms(trimmed(word)) : wholeAndParts(word)));
  return [...phones, ...numbers, ...registrations, ...words.filter((word) => word.length > 1 && !isTooCommon(word))];
}

const tooCommon = new Set(
  'am an and are as at be but by for from had has have he her him his in is it its me my not of on or our'.split(' '),
);
for (const word of 'she so that the their them then there they this to us was we were when which while with you your'.split(' '))
  tooCommon.add(word);

/** Whether nearly every text has this word, so that it tells none from another. */
export function isTooCommon(word: string): boolean {
  return tooCommon.has(word);
}

/** A word without punctuation around it. */
function trimmed(word: string): string {
  return word.match(/[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su)?.[0] ?? '';
}

/** An address as it is searched for, whichever way its domain is written, and as it is compared. */
function addressesAsTerms(email: string): string[] {
  return [fold(shownAddress(email.trim())), addressTerm(email)];
}

function addressTerm(email: string): string {
  return addressKey(email).slice(0, longestTerm);
}

/** The terms that stand for one person: the whole e-mail address and the phone numbers. */
export function personTerms({ email, phone }: { email: string; phone: string }): string[] {
  return [addressTerm(email), ...phoneTerms(phone)].filter((term) => term.length >= shortestPersonTerm);
}

const shortestPersonTerm = 6;

/** The phone numbers in a line, each as the one term that it has however it was written: in E.164, or its digits where they cannot be rung. */
export function phoneTerms(line: string): string[] {
  const { numbers, unread } = phonesIn(line);
  return [...new Set([...numbers.map(({ e164 }) => e164), ...unread])];
}

/** What the phone numbers in a line are found by: whole, and from each of their digits on. */
function phoneSpellings(line: string): string[] {
  const { numbers, unread } = phonesIn(line);
  return [...numbers.flatMap(spellingsOf), ...unread.flatMap((digits) => endingsOf(digits, shortestEnding.phone))];
}

function spellingsOf({ e164 }: PhoneNumber): string[] {
  return [e164, localDigits(e164), ...endingsOf(e164.slice(1), shortestEnding.phone)];
}

/** The phone numbers in a line, and the digits in it that are of none that can be rung. */
function phonesIn(line: string): { numbers: PhoneNumber[]; unread: string[] } {
  const { numbers, rest } = splitAtNumbers(line.slice(0, longestLine));
  const unread = rest
    .flatMap((words) => plainDigits(words).split(/[^\d\s().+-]+/))
    .map((digits) => dialled(digits).slice(0, longestWord));
  return { numbers, unread: unread.filter(Boolean) };
}

/** How much of an answer is read as a line of phone numbers: many more than anybody has. */
const longestLine = 300;

/** A phone number as a search has it, whose digits a term of it begins with. */
export function searchedAs({ e164 }: PhoneNumber): string {
  return isBritish(e164) ? localDigits(e164) : e164.slice(1);
}

/** The terms of which the claims of whoever has this e-mail address have one; others may have it too. */
export function addressTerms(address: string): string[] {
  const [name = ''] = mailboxOf(address).split('@');
  const terms = [...personTerms({ email: address, phone: '' }), ...personTerms({ email: mailboxOf(address), phone: '' })];
  return [...new Set(mailboxOf(address).endsWith('@gmail.com') ? [...terms, squeeze(name)] : terms)];
}

/** Whether two lines have a phone number in common, however it was written. */
export function samePhone(one: string, other: string): boolean {
  const numbers = new Set(personTerms({ email: '', phone: other }));
  return personTerms({ email: '', phone: one }).some((term) => numbers.has(term));
}

/** The text from each of its characters on, as long as enough is left; the text itself where it is shorter. */
function endingsOf(text: string, shortest: number): string[] {
  return Array.from({ length: Math.max(1, text.length - shortest + 1) }, (_, start) => text.slice(start));
}

/** The terms of a text: "Świątek-Żółkiewski" is found as one word and by either half. */
function wholeAndParts(text: string): string[] {
  const terms: string[] = [];
  for (const word of text.split(/\s+/)) {
    const folded = fold(word);
    if (/^[a-z\d]*$/.test(folded)) terms.push(folded);
    else {
      const parts = folded.split(isPlain(folded) ? /[^a-z\d]+/ : /[^\p{L}\p{N}]+/u).filter(Boolean);
      terms.push(parts.join(''), ...(parts.length > 1 ? parts.filter((part) => part.length > 1) : []));
    }
  }
  return terms;
}

/** With fewer letters nearly every word would be near to another. */
const shortestNear = 4;

/** A word without one of its letters, each in turn. None for what has digits, or is short. */
function withoutOne(word: string): string[] {
  const letters = Array.from(word);
  if (letters.length < shortestNear || !/^\p{L}+$/u.test(word)) return [];
  return letters.map((_, at) => letters.toSpliced(at, 1).join(''));
}

/** A term that nobody types: a name without one of its letters. */
function notTyped(term: string): string {
  return `~${term}`;
}

/**
 * The terms of names that are one letter away from this word: with one missing, one more, another one, or two that changed places. Names
 * are indexed without each of their letters, so that one of these is the same.
 */
export function nearTerms(word: string): string[] {
  const shorter = withoutOne(word);
  return shorter.length === 0 ? [] : [notTyped(word), ...shorter, ...shorter.map(notTyped)];
}

/**
 * The digits of part of a phone number, in whatever digits it was typed, as dialled within the country; those of a foreign number with the
 * country code and no zeros before.
 */
export function dialled(text: string): string {
  const digits = plainDigits(text).replaceAll(/[^\d+()]/g, '');
  return digits
    .replace(/^((?:\+|\(\+|00).*)\(0\)/, '$1')
    .replaceAll(/[()]/g, '')
    .replace(/^(?:\+|00)440?/, '0')
    .replace(/^00/, '')
    .replace(/^048/, '028')
    .replaceAll('+', '');
}
