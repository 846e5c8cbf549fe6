import { claim } from './claim.ts';
import { contact } from './contact.ts';
import type { FormDefinition } from './form.ts';
import { partner } from './partner.ts';

/** Every form there is. A new one is a file beside this and a line here. */
export const forms: readonly FormDefinition[] = [claim, partner, contact];

export function findForm(name: unknown): FormDefinition | null {
  return forms.find((form) => form.name === name) ?? null;
}
