import { readDraft, writeDraft } from '#app/forms/form-draft.ts';
import { setControl } from '#app/forms/form-values.ts';

/** What was typed into a form of the page of a claim and is not sent yet. It is kept like the draft of any other form. */

/** Fields that nobody types into: they say what is posted, or confirm it. */
const notTyped = ['act', 'part', 'reference', 'key', 'confirm'];

/** The answer that was stored when the page was rendered, in a hidden field beside the field itself. */
const storedAs = (name: string) => `was.${name}`;

const isTyped = (name: string) => !notTyped.includes(name) && !name.startsWith(storedAs(''));

/** Keeps what the form shows, from the first key on; a form with nothing in it has no draft. What two tabs show alike is one draft. */
export function keepTyped(draft: string, form: HTMLFormElement): void {
  const values: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') values[name] = value;
  const typed = Object.entries(values).filter(([name, value]) => isTyped(name) && value !== (values[storedAs(name)] ?? ''));
  writeDraft(draft, typed.length > 0 ? { id: JSON.stringify(typed), values, waiting: null } : null);
}

/** Puts back what was typed, in this tab or one before it. An answer that was stored since, as from another device, stays as it is stored. */
export function restoreTyped(draft: string, form: HTMLFormElement): void {
  const values = readDraft(draft)?.values;
  if (!values) return;
  const stored = new FormData(form);
  const isSame = (name: string) => (stored.get(storedAs(name)) ?? '') === (values[storedAs(name)] ?? '');
  for (const control of form.querySelectorAll<HTMLInputElement>('[name]'))
    if (isTyped(control.name) && isSame(control.name)) setControl(control, values[control.name]);
  // Sent from here it is over, whichever tab it was typed in.
  keepTyped(draft, form);
  const section = form.closest('details');
  if (section) section.open = true;
}

/** Ends the draft, because it was sent. */
export function endTyped(draft: string): void {
  writeDraft(draft, null);
}
