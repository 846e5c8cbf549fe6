import { withStored } from './answers.ts';
import { type Answers, type Field, type FormDefinition, fieldsIn, fieldsOf, isAsked } from './form.ts';
import { continuationOf, findForm } from './forms.ts';
import { problemWith } from './read.ts';

/** How many of the required answers a claim has that was begun with a shorter form. */
export type Completeness = { given: number; of: number };

/** How complete a claim is; null where no other form continues its form. */
export function completenessOf(formName: string, data: Answers): Completeness | null {
  const continuation = findContinuation(formName);
  return continuation && countGiven(fieldsOf(continuation), data);
}

/** Whether a claim was begun with a shorter form and lacks answers that the whole form requires. */
export function isIncomplete(formName: string, data: Answers): boolean {
  const completeness = completenessOf(formName, data);
  return completeness !== null && completeness.given < completeness.of;
}

/** The required fields that a claim lacks, for staff to ask, including questions of the owner's that were added after it was begun. */
export function missingAnswersOf(formName: string, data: Answers): Field[] {
  const whole = findContinuation(formName) ?? findForm(formName);
  return whole ? requiredOf(fieldsOf(whole), data).filter((field) => !isGiven(field, data)) : [];
}

/**
 * The answers, with a blank for each question that the owner requires in the form that continues this one. A question that is added after
 * the claim was begun has no blank, and so does not make it incomplete.
 */
export function withAskedLater(form: FormDefinition, data: Answers): Answers {
  const continuation = continuationOf(form);
  if (!continuation) return data;
  const later = fieldsOf(continuation).filter(({ name, required, isOwn }) => required && isOwn && data[name] === undefined);
  return { ...data, ...Object.fromEntries(later.map(({ name }) => [name, ''])) };
}

/** A section of the form that continues a shorter one. */
export type OpenSection = Completeness & {
  title: string;
  /** Fields that were answered in the shorter form, whose answers stay as they are. */
  said: Field[];
  /** Fields that can still be answered or changed. */
  fields: Field[];
};

/** The sections that ask for the rest; none where no other form continues the form. */
export function openSectionsOf(formName: string, data: Answers): OpenSection[] {
  const form = findForm(formName);
  const continuation = findContinuation(formName);
  if (!form || !continuation) return [];
  const said = new Set(saidFieldsOf(form, data));
  return continuation.sections
    .map((section) => ({ title: section.title, asked: fieldsIn(section).filter((field) => isAsked(field, data)) }))
    .filter(({ asked }) => asked.length > 0)
    .map(({ title, asked }) => ({
      title,
      said: asked.filter(({ name }) => said.has(name)),
      fields: asked.filter(({ name }) => !said.has(name)).map((field) => withStored(field, data[field.name])),
      ...countGiven(asked, data),
    }));
}

/** The names of the fields that were answered in the form itself, and not in the one that continues it. */
export function saidFieldsOf(form: FormDefinition, data: Answers): string[] {
  return fieldsOf(form).flatMap(({ name }) => (data[name] ? [name] : []));
}

/** A suggestion for a field: of a name that was given in one piece, the first word or the others. */
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
  const required = requiredOf(fields, data).filter(({ name, isOwn }) => !isOwn || data[name] !== undefined);
  return { given: required.filter((field) => isGiven(field, data)).length, of: required.length };
}

function requiredOf(fields: readonly Field[], data: Answers): Field[] {
  return fields.filter((field) => field.required && isAsked(field, data));
}

/** A choice that is no longer offered was offered when it was stored. */
function isGiven(field: Field, data: Answers): boolean {
  return problemWith(withStored(field, data[field.name]), data[field.name]) === null;
}
