import { claim } from './claim.ts';
import { contact } from './contact.ts';
import { type Answers, type Field, type FormDefinition, fieldsIn, fieldsOf } from './form.ts';
import { partner } from './partner.ts';
import { roadside } from './roadside.ts';

/** All forms. A new one is a file beside this and an entry here. */
export const forms: readonly FormDefinition[] = [claim, partner, contact, roadside];

export function findForm(name: unknown): FormDefinition | null {
  return forms.find((form) => form.name === name) ?? null;
}

/** Whether a submission of this form is a claim. */
export function isClaim(formName: string): boolean {
  return findForm(formName)?.isClaim ?? false;
}

/** The form that asks for the rest of what this one begins; null where none does. */
export function continuationOf({ continuedBy }: FormDefinition): FormDefinition | null {
  return continuedBy === undefined ? null : findForm(continuedBy);
}

/** Whether this form continues another one. */
export function continuesAnother({ name }: FormDefinition): boolean {
  return forms.some(({ continuedBy }) => continuedBy === name);
}

/**
 * The form of stored answers, with the fields of the form that continues it, and those that have been removed since, with their names as
 * labels. Of a form that has been removed itself there are only these.
 */
export function formOf(name: string, data: Answers): FormDefinition {
  const form = wholeForms().get(name);
  if (!form) return formOfAnswers(name, data);
  const removed = removedFields(form, data);
  return removed.length === 0 ? form : { ...form, sections: [...form.sections, { title: noLongerAsked, fields: removed }] };
}

/** The title of the section with the answers to fields that have been removed. */
export const noLongerAsked = 'No longer asked';

function removedFields(form: FormDefinition, data: Answers): Field[] {
  const isRemoved = (name: string) => data[name] && !fieldsOf(form).some((field) => field.name === name);
  return textFields(Object.keys(data).filter(isRemoved));
}

let whole: Map<string, FormDefinition> | null = null;

/** They are made on first use, which a visitor's browser has none of. */
function wholeForms(): Map<string, FormDefinition> {
  whole ??= new Map(forms.map((form) => [form.name, wholeForm(form)]));
  return whole;
}

/** The form's own fields, then those of the form that continues it, without those that it has already. */
function wholeForm(form: FormDefinition): FormDefinition {
  const continuation = continuationOf(form);
  if (!continuation) return form;
  const own = new Set(fieldsOf(form).map(({ name }) => name));
  const sections = continuation.sections.map((section) => ({
    title: section.title,
    isContinuation: true,
    fields: fieldsIn(section).filter(({ name }) => !own.has(name)),
  }));
  return { ...form, sections: [...form.sections, ...sections.filter(({ fields }) => fields.length > 0)] };
}

function formOfAnswers(name: string, data: Answers): FormDefinition {
  const fields = textFields(Object.keys(data));
  return {
    name,
    slug: 'removed',
    path: '/',
    submitLabel: '',
    busyLabel: '',
    isClaim: false,
    responseTargetHours: null,
    subjectOf: () => '',
    sections: [{ title: name, fields }],
  };
}

function textFields(names: string[]): Field[] {
  return names.map((name) => ({ name, label: name, type: 'textarea' }));
}
