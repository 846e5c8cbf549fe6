import type { FormData } from '#forms/form.ts';
import { formOf } from '#forms/forms.ts';
import { senderOf } from '#forms/sender.ts';
import { dialled, fold, squeeze } from './fold.ts';

/** More than any honest submission has. */
const most = 40;

/** What a submission is found by: its reference, and its sender's name, e-mail, phone and registration, in whole and in part. */
export function termsOf(submission: { reference: string; formName: string; data: FormData }): string[] {
  const { reference, formName, data } = submission;
  const { name, email, phone, registration } = senderOf(formOf(formName, data), data);
  const terms = [
    ...wholeAndParts(reference),
    ...emailTerms(email),
    ...phonesIn(phone).flatMap((digits) => [digits, digits.slice(-6), digits.slice(-4)]),
    ...[squeeze(registration), ...wholeAndParts(registration)],
    ...wholeAndParts(name),
  ];
  return [...new Set(terms.filter(Boolean))].slice(0, most);
}

/** What stands for one person: their whole e-mail address and phone numbers. */
export function personTerms({ email, phone }: { email: string; phone: string }): string[] {
  return [fold(email.trim()), ...phonesIn(phone)].filter((term) => term.length >= 6);
}

function emailTerms(email: string): string[] {
  return [fold(email.trim()), squeeze(email.split('@')[0] ?? '')];
}

/** One line may hold two numbers. */
function phonesIn(line: string): string[] {
  return line.split(/[/,;]|\bor\b/i).map(dialled);
}

/** "Świątek-Żółkiewski" is found as one word and by either half. */
function wholeAndParts(text: string): string[] {
  const words = text.split(/\s+/);
  const parts = fold(text).split(/[^\p{L}\p{N}]+/u);
  return [...words.map(squeeze), ...parts.filter((part) => part.length > 1)];
}
