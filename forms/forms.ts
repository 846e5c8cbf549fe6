import { claim } from './claim.ts';
import { contact } from './contact.ts';
import type { FormData, FormDefinition } from './form.ts';
import { partner } from './partner.ts';

/** Every form there is. A new one is a file beside this and a line here. */
export const forms: readonly FormDefinition[] = [claim, partner, contact];

export function findForm(name: unknown): FormDefinition | null {
  return forms.find((form) => form.name === name) ?? null;
}

/** The form that answers were sent by; where it has been removed since, one made of the answers, with the fields' names for labels. */
export function formOf(name: string, data: FormData): FormDefinition {
  return findForm(name) ?? formOfAnswers(name, data);
}

function formOfAnswers(name: string, data: FormData): FormDefinition {
  const fields = Object.keys(data).map((key) => ({ name: key, label: key, type: 'textarea' as const }));
  return {
    name,
    slug: 'removed',
    path: '/',
    submitLabel: '',
    busyLabel: '',
    promiseHours: null,
    subjectOf: () => '',
    sections: [{ title: name, fields }],
  };
}
