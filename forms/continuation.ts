import { type Answers, type Field, type FormDefinition, fieldsOf } from './form.ts';
import { continuationOf, findForm } from './forms.ts';
import { problemWith } from './read.ts';

/** How many of the answers that a claim needs are there, of a claim that was begun with a shorter form. */
export type Completeness = { given: number; of: number };

/** Null for what no other form continues. */
export function completenessOf(formName: string, data: Answers): Completeness | null {
  const continuation = findContinuation(formName);
  return continuation && countGiven(fieldsOf(continuation), data);
}

/** Whether it was begun with a shorter form, and answers that the whole one requires are missing. */
export function isIncomplete(formName: string, data: Answers): boolean {
  const completeness = completenessOf(formName, data);
  return completeness !== null && completeness.given < completeness.of;
}

/** What a claim needs and what was begun with a shorter form lacks. */
export function missingAnswersOf(formName: string, data: Answers): Field[] {
  const continuation = findContinuation(formName);
  return continuation ? fieldsOf(continuation).filter((field) => field.required && !isGiven(field, data)) : [];
}

/** A section of the form that continues a shorter one. */
export type OpenSection = Completeness & {
  title: string;
  /** Answered in the shorter form: they stay as they were said. */
  said: Field[];
  /** To be answered, or changed. */
  fields: Field[];
};

/** The sections in which the rest is asked; none for what no other form continues. */
export function openSectionsOf(formName: string, data: Answers): OpenSection[] {
  const form = findForm(formName);
  const continuation = findContinuation(formName);
  if (!form || !continuation) return [];
  const said = new Set(saidFieldsOf(form, data));
  return continuation.sections.map(({ title, fields }) => ({
    title,
    said: fields.filter(({ name }) => said.has(name)),
    fields: fields.filter(({ name }) => !said.has(name)),
    ...countGiven(fields, data),
  }));
}

/** The names of what was answered in the form itself, not in the one that continues it. */
export function saidFieldsOf(form: FormDefinition, data: Answers): string[] {
  return fieldsOf(form).flatMap(({ name }) => (data[name] ? [name] : []));
}

/** What a field may be filled in with: of a name that was said in one piece, the first word and the others. */
export function suggestedAnswer({ autoComplete }: Field, data: Answers): string | undefined {
  const [first, ...others] = (data.name ?? '').trim().split(/\s+/);
  if (others.length === 0) return undefined;
  if (autoComplete === 'given-name') return first;
  return autoComplete === 'family-name' ? others.join(' ') : undefined;
}

function findContinuation(formName: string): FormDefinition | null {
  const form = findForm(formName);
  return form && continuationOf(form);
}

function countGiven(fields: readonly Field[], data: Answers): Completeness {
  const required = fields.filter((field) => field.required);
  return { given: required.filter((field) => isGiven(field, data)).length, of: required.length };
}

function isGiven(field: Field, data: Answers): boolean {
  return problemWith(field, data[field.name]) === null;
}
