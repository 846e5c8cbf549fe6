import { useEffect } from 'react';
import { draftPrefix, withDraftStorage } from './note-draft.ts';

/** The fields of forms with `data-draft` whose text is kept until it is saved: what is chosen is seen at a glance, and chosen again. */
const fields = ['textarea', 'input:not([type])', ...['text', 'tel', 'email', 'date'].map((type) => `input[type="${type}"]`)]
  .map((field) => `form[data-draft] ${field}`)
  .join();

type Field = HTMLInputElement | HTMLTextAreaElement;

/** What was typed into a field, and the text that it had before: somebody else may have changed that when the draft is put back. */
type Draft = { text: string; from: string };

/** The name under which a form posts what a draft was made from, where the page was rendered with another text since. */
export const madeFromName = (field: string) => `from.${field}`;

/** Where the draft of a field is kept in this tab. A form that is on several pages says by `data-draft-path` which one it is of. */
function keyOf(staffId: string, field: Field): string {
  const { draft, draftPath = location.pathname } = field.form?.dataset ?? {};
  return `${draftPrefix}${staffId} form ${draftPath} ${draft} ${field.name}`;
}

/** Keeps what is typed into forms with `data-draft`, and puts it back where a page is opened again. */
export function useFormDrafts(staffId: string): void {
  useEffect(() => {
    const keep = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.matches(fields)) return;
      const field = target as Field;
      const key = keyOf(staffId, field);
      withDraftStorage((storage) => {
        if (field.value === field.defaultValue) return storage.removeItem(key);
        const draft: Draft = { text: field.value, from: readDraft(storage, key)?.from ?? field.defaultValue };
        storage.setItem(key, JSON.stringify(draft));
      });
    };
    // A form that is emptied has no drafts, whether somebody pressed its button for that or it was saved.
    const forget = ({ target }: Event) =>
      withDraftStorage((storage) => {
        for (const field of (target as HTMLFormElement).querySelectorAll<Field>(fields))
          storage.removeItem(keyOf(staffId, field));
      });
    document.addEventListener('input', keep, { passive: true });
    document.addEventListener('reset', forget);
    return () => {
      document.removeEventListener('input', keep);
      document.removeEventListener('reset', forget);
    };
  }, [staffId]);

  // At every change: another page has other fields, and a live update may have rendered a form anew.
  useEffect(() => {
    withDraftStorage((storage) => {
      for (const field of document.querySelectorAll<Field>(fields)) {
        const draft = readDraft(storage, keyOf(staffId, field));
        if (draft !== null && field.value === field.defaultValue) putBack(field, draft);
      }
    });
  });
}

function readDraft(storage: Storage, key: string): Draft | null {
  const text = storage.getItem(key);
  return text === null ? null : JSON.parse(text);
}

/** Puts a draft into a field as typing does, so that what React keeps of it is the same, and opens what it is folded into. */
function putBack(field: Field, { text, from }: Draft): void {
  if (from !== field.defaultValue) field.form?.append(madeFrom(field.name, from));
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  const setValue = (value: string) => Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  setValue(text);
  if (field.value !== text) {
    // The answer was changed to one that a control for dates shows, for example, which empties what was typed.
    field.setAttribute('type', 'text');
    setValue(text);
  }
  field.dispatchEvent(new Event('input', { bubbles: true }));
  const folded = field.closest('details');
  if (folded) folded.open = true;
}

function madeFrom(name: string, from: string): HTMLInputElement {
  return Object.assign(document.createElement('input'), { type: 'hidden', name: madeFromName(name), value: from });
}

/** Deletes the drafts of a form on this page whose text was saved; of all its forms unless one is named. */
export function removeFormDrafts(name = ''): void {
  const start = `form ${location.pathname} ${name}`;
  withDraftStorage((storage) => {
    for (const key of Object.keys(storage))
      if (key.startsWith(draftPrefix) && key.slice(draftPrefix.length).replace(/^\S+ /, '').startsWith(start))
        storage.removeItem(key);
  });
}

/** The client action of a page whose forms lead to another one once they are saved: their drafts are then deleted. */
export async function saveWithDrafts<Result>(serverAction: () => Promise<Result>): Promise<Result> {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response && !leadsToSignIn(error)) removeFormDrafts();
    throw error;
  }
}

/** Whether a response is the one of a session that has ended. */
export function leadsToSignIn({ headers }: Response): boolean {
  return headers.get('Location')?.startsWith('/desk/sign-in') ?? false;
}
