import { type RefObject, useEffect } from 'react';

/** The name of drafts in the storage of this tab, for one member of staff: nobody else who signs in here sees them. */
const prefix = 'kerbside-note ';
const keyOf = (staffId: string, submissionId: string) => `${prefix}${staffId} ${submissionId}`;

/** Deletes all drafts when somebody signs out; when somebody signs in, those of everybody else. */
export function removeNoteDrafts(exceptOf = ''): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage))
      if (key.startsWith(prefix) && !(exceptOf && key.startsWith(prefix + exceptOf))) storage.removeItem(key);
  });
}

/** Deletes the draft of a note that was saved, unless more was typed since it was sent. */
export function removeSavedDraft(submissionId: string, text: string): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage))
      if (key.startsWith(prefix) && key.endsWith(` ${submissionId}`) && storage.getItem(key) === text) storage.removeItem(key);
  });
}

/**
 * Keeps the draft of a note until the note is saved, in case the session ends, the store does not respond, or the page is reloaded.
 * `saved`: the response that saved a note, with its text. Returns the function to call on input.
 */
export function useNoteDraft(
  field: RefObject<HTMLTextAreaElement | null>,
  draft: { staffId: string; submissionId: string; saved: { noteText: string } | null },
): () => void {
  const { staffId, submissionId, saved } = draft;
  const key = keyOf(staffId, submissionId);

  useEffect(() => {
    removeNoteDrafts(staffId);
    withStorage((storage) => {
      const stored = storage.getItem(key);
      if (field.current?.value === '' && stored !== null) field.current.value = stored;
    });
  }, [field, key, staffId]);

  useEffect(() => {
    // Text that was typed while the note was being sent stays.
    if (saved && field.current?.value === saved.noteText) field.current.value = '';
  }, [field, saved]);

  return () => {
    const typed = field.current?.value ?? '';
    withStorage((storage) => (typed === '' ? storage.removeItem(key) : storage.setItem(key, typed)));
  };
}

/** Uses the storage of this tab. A browser may refuse it, or have no room: then there are no drafts. */
function withStorage(use: (storage: Storage) => void): void {
  try {
    use(sessionStorage);
  } catch {}
}
