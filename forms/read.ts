import { isEmailShaped } from './email-shape.ts';
import { fieldProblems } from './errors.ts';
import { type Answers, type Field, type FormDefinition, fieldsOf, isAsked } from './form.ts';

/** Messages by field name. */
export type FieldErrors = Record<string, string>;

export type Reading = { kind: 'complete'; data: Answers } | { kind: 'incomplete'; errors: FieldErrors };

/**
 * Reads untrusted answers by a form's definition: fields that are asked only, in the definition's order, each as it was typed.
 * The rules are those a browser applies natively (required, options) and the e-mail shape. There are no other bounds.
 */
export function readAnswers(form: FormDefinition, answers: Record<string, unknown>, problems = fieldProblems): Reading {
  const data: Answers = {};
  const errors: FieldErrors = {};
  for (const field of fieldsOf(form)) {
    if (!isAsked(field, data)) continue;
    const value = Object.hasOwn(answers, field.name) ? answers[field.name] : undefined;
    // What was written before the owner asked this is not refused for it. The claim's page and the desk ask for what is blank.
    if (value === undefined && field.isOwn) continue;
    const problem = problemOf(field, value);
    const isFormerChoice = problem === 'notOffered' && takesFormerChoices(field);
    // A field that the page fills in cannot be the visitor's mistake.
    if (problem && field.hidden) continue;
    if (problem && !isFormerChoice) errors[field.name] = problems[problem](field);
    else if (typeof value === 'string') data[field.name] = value;
  }
  return Object.keys(errors).length > 0 ? { kind: 'incomplete', errors } : { kind: 'complete', data };
}

/**
 * Whether any text is taken as an answer, because the owner may have taken a choice away since it was sent: it can be read as it is, and
 * its sender may no longer be at the phone.
 */
export function takesFormerChoices({ isOwn, options }: Field): boolean {
  return isOwn === true && options !== undefined;
}

/** What is wrong with an answer, in a sentence; null where nothing is. */
export function problemWith(field: Field, value: unknown): string | null {
  const problem = problemOf(field, value);
  return problem && fieldProblems[problem](field);
}

/** By itself, so that the script of a form carries no sentences of the server. */
export function problemOf(field: Field, value: unknown): keyof typeof fieldProblems | null {
  // A lone surrogate or a NUL cannot be stored on every database nor sent by e-mail unchanged.
  if (value !== undefined && (typeof value !== 'string' || !value.isWellFormed() || value.includes('\0'))) return 'notText';
  if (value === undefined || value === '') return field.required ? 'missing' : null;
  if (field.type === 'email' && !isEmailShaped(value)) return 'notAnEmail';
  if (field.type === 'checkbox' && value !== 'yes') return 'notOffered';
  if (field.options && !field.options.some((option) => option.value === value)) return 'notOffered';
  return null;
}
