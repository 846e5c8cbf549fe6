import { claim } from './claim.ts';
import { contact } from './contact.ts';
import type { Answers, FormDefinition } from './form.ts';
import { partner } from './partner.ts';
import { roadside } from './roadside.ts';

/** All forms. A new one is a file beside this and an entry here. */
export const forms: readonly FormDefinition[] = [claim, partner, contact, roadside];

export function findForm(name: unknown): FormDefinition | null {
  return forms.find((form) => form.name === name) ?? null;
}

/** Whether what is sent by this form begins a claim. */
export function isClaim(formName: string): boolean {
  return findForm(formName)?.isClaim ?? false;
}

/** The form of stored answers; where it has been removed since, one derived from the answers, with field names as labels. */
export function formOf(name: string, data: Answers): FormDefinition {
  return findForm(name) ?? formOfAnswers(name, data);
}

function formOfAnswers(name: string, data: Answers): FormDefinition {
  const fields = Object.keys(data).map((key) => ({ name: key, label: key, type: 'textarea' as const }));
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
