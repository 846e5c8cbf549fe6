import { readDate } from './accident-date.ts';
import { withStored } from './answers.ts';
import type { Field, FieldType } from './form.ts';
import { lineEnd, typedInto } from './typed-text.ts';

const isOneLine = (text: string) => !lineEnd.test(text);

/** The hint of a control that stands in for one which cannot show what was sent, where that one says how to write an answer. */
const hints: Partial<Record<FieldType, string>> = {
  date: 'Year, month and day, such as 2026-11-20.',
  time: 'By the 24-hour clock, such as 18:30.',
};

/**
 * Which texts a control of each type shows as they are and posts unchanged, also where nothing else in its form is valid (value sanitization
 * and constraint validation in HTML). What no control of its type shows is written into one for text.
 */
const showsUnchanged: Record<FieldType, (text: string) => boolean> = {
  text: isOneLine,
  tel: isOneLine,
  textarea: () => true,
  // A browser posts a domain in Unicode as punycode, and refuses a name in Unicode, which we take.
  email: () => false,
  date: (text) => text === '' || typeof readDate(text) === 'number',
  time: (text) => /^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/.test(text),
  number: (text) => /^(?:0|-?[1-9]\d{0,14})?$/.test(text),
  checkbox: (text) => text === '' || text === 'yes',
  // An answer that is not among their choices becomes one of them.
  select: () => true,
  radio: () => true,
};

/** The field as a control that shows each of these answers exactly: its own, or one for text. */
export function shownAsSent(field: Field, answers: readonly string[]): Field {
  if (answers.every(showsUnchanged[field.type])) return answers.reduce(withStored, field);
  const { options: _, hint, ...question } = field;
  const type = answers.every(isOneLine) ? 'text' : 'textarea';
  return { ...question, type, inputMode: field.type === 'email' ? 'email' : 'text', hint: hints[field.type] ?? hint };
}

/** How a page that shows these answers posts any text of the field, as it is stored: with one character for each line end. */
export function storedFrom(field: Field, shown: readonly string[]): (text: string) => string {
  const control = shownAsSent(field, shown);
  return (text) => typedInto(control, text.replaceAll(/\r\n?/g, '\n'));
}
