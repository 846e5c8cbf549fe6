import { claim } from './claim.ts';
import { contact } from './contact.ts';
import type { Answers, FormDefinition } from './form.ts';
import { partner } from './partner.ts';

/** All forms. A new one is a file beside this and an entry here. */
export const forms: readonly FormDefinition[] = [claim, partner, contact];

export function findForm(name: unknown): FormDefinition | null {
  return forms.find((form) => form.name === name) ?? null;
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
    responseTargetHours: null,
    subjectOf: () => '',
    sections: [{ title: name, fields }],
  };
}
