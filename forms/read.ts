import { isEmailShaped } from './email-shape.ts';
import { fieldProblems } from './errors.ts';
import { type Answers, type Field, type FormDefinition, fieldsOf } from './form.ts';

/** Messages by field name. */
export type FieldErrors = Record<string, string>;

export type Reading = { kind: 'complete'; data: Answers } | { kind: 'incomplete'; errors: FieldErrors };

/**
 * Reads untrusted answers by a form's definition: known fields only, in the definition's order, each as it was typed.
 * The rules are those a browser applies natively (required, options) and the e-mail shape. There are no other bounds.
 */
export function readAnswers(form: FormDefinition, answers: Record<string, unknown>): Reading {
  const data: Answers = {};
  const errors: FieldErrors = {};
  for (const field of fieldsOf(form)) {
    const value = Object.hasOwn(answers, field.name) ? answers[field.name] : undefined;
    const problem = problemWith(field, value);
    // A field that the page fills in cannot be the visitor's mistake.
    if (problem && field.hidden) continue;
    if (problem) errors[field.name] = problem;
    else if (typeof value === 'string') data[field.name] = value;
  }
  return Object.keys(errors).length > 0 ? { kind: 'incomplete', errors } : { kind: 'complete', data };
}

export function problemWith(field: Field, value: unknown): string | null {
  // A lone surrogate or a NUL cannot be stored on every database nor sent by e-mail unchanged.
  if (value !== undefined && (typeof value !== 'string' || !value.isWellFormed() || value.includes('\0')))
    return fieldProblems.notText(field);
  if (value === undefined || value === '') return field.required ? fieldProblems.missing(field) : null;
  if (field.type === 'email' && !isEmailShaped(value)) return fieldProblems.notAnEmail();
  if (field.type === 'checkbox' && value !== 'yes') return fieldProblems.notOffered(field);
  if (field.options && !field.options.some((option) => option.value === value)) return fieldProblems.notOffered(field);
  return null;
}
