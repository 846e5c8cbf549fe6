import { type RefObject, useEffect } from 'react';

/** In this tab alone, and by id of who types: nobody else who signs in here is shown it. */
const prefix = 'kerbside-note ';
const keyOf = (staffId: string, submissionId: string) => `${prefix}${staffId} ${submissionId}`;

/** Nothing that was typed stays behind when somebody signs out. */
export function forgetNoteDrafts(exceptOf = ''): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage))
      if (key.startsWith(prefix) && !(exceptOf && key.startsWith(prefix + exceptOf))) storage.removeItem(key);
  });
}

/** The desk has taken a note of this text: its draft goes, unless more was typed since it was sent. */
export function noteTaken(submissionId: string, text: string): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage))
      if (key.startsWith(prefix) && key.endsWith(` ${submissionId}`) && storage.getItem(key) === text) storage.removeItem(key);
  });
}

/**
 * Keeps a note that is being typed until the desk has taken it: over a session that ends meanwhile, a store that does not answer,
 * and a page that is loaded anew. `taken`: the answer that took a note, and its text. Returns what to call when something was typed.
 */
export function useNoteDraft(
  field: RefObject<HTMLTextAreaElement | null>,
  whose: { staffId: string; submissionId: string; taken: { noteText: string } | null },
): () => void {
  const { staffId, submissionId, taken } = whose;
  const key = keyOf(staffId, submissionId);

  useEffect(() => {
    forgetNoteDrafts(staffId);
    withStorage((storage) => {
      const kept = storage.getItem(key);
      if (field.current?.value === '' && kept !== null) field.current.value = kept;
    });
  }, [field, key, staffId]);

  useEffect(() => {
    // What was typed on while it was sent stays.
    if (taken && field.current?.value === taken.noteText) field.current.value = '';
  }, [field, taken]);

  return () => {
    const typed = field.current?.value ?? '';
    withStorage((storage) => (typed === '' ? storage.removeItem(key) : storage.setItem(key, typed)));
  };
}

/** A browser may refuse storage, or have no room: then nothing is kept. */
function withStorage(use: (storage: Storage) => void): void {
  try {
    use(sessionStorage);
  } catch {}
}
