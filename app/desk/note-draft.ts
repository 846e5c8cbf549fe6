import { type RefObject, useEffect } from 'react';

/** The name of drafts in the storage of this tab, for one member of staff: nobody else who signs in here sees them. */
export const draftPrefix = 'kerbside-note ';

/** Whose drafts they are, and of which submission. */
export type DraftOwner = { staffId: string; submissionId: string };

/** Deletes all drafts when somebody signs out; when somebody signs in, those of everybody else. */
export function removeNoteDrafts(exceptOf = ''): void {
  withDraftStorage((storage) => {
    for (const key of Object.keys(storage))
      if (key.startsWith(draftPrefix) && !(exceptOf && key.startsWith(draftPrefix + exceptOf))) storage.removeItem(key);
  });
}

/** Deletes the draft of a text that was saved, unless more was typed since it was sent. `name`: the field's. */
export function removeSavedDraft(submissionId: string, name: string, text: string): void {
  withDraftStorage((storage) => {
    for (const key of Object.keys(storage))
      if (key.startsWith(draftPrefix) && key.endsWith(` ${submissionId} ${name}`) && storage.getItem(key) === text)
        storage.removeItem(key);
  });
}

/**
 * Keeps the draft of a text until it is saved, in case the session ends, the store does not respond, or the page is reloaded.
 * `saved`: the text that a response has saved. Returns the function to call on input.
 */
export function useDraft(
  field: RefObject<HTMLTextAreaElement | HTMLInputElement | null>,
  draft: DraftOwner & { name: string; saved: { text: string } | null },
): () => void {
  const { staffId, submissionId, name, saved } = draft;
  const key = `${draftPrefix}${staffId} ${submissionId} ${name}`;

  useEffect(() => {
    removeNoteDrafts(staffId);
    withDraftStorage((storage) => {
      const stored = storage.getItem(key);
      if (field.current?.value === '' && stored !== null) field.current.value = stored;
    });
  }, [field, key, staffId]);

  useEffect(() => {
    // Text that was typed while it was being sent stays.
    if (saved && field.current?.value === saved.text) field.current.value = '';
  }, [field, saved]);

  return () => {
    const typed = field.current?.value ?? '';
    withDraftStorage((storage) => (typed === '' ? storage.removeItem(key) : storage.setItem(key, typed)));
  };
}

/** Uses the storage of this tab. A browser may refuse it, or have no room: then there are no drafts. */
export function withDraftStorage(use: (storage: Storage) => void): void {
  try {
    use(sessionStorage);
  } catch {}
}
