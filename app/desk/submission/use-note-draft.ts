import { type RefObject, useEffect } from 'react';
import type { NoteView } from '#server/desk/submission-view.ts';

/** In this tab alone, and by name of who types: nobody else who signs in here is shown it. */
const prefix = 'kerbside-note ';

/** Nothing that was typed stays behind when somebody signs out. */
export function forgetNoteDrafts(except = ''): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(prefix) && !(except && key.startsWith(prefix + except))) sessionStorage.removeItem(key);
}

/**
 * Keeps a note that is being typed until it was taken: over a session that ends meanwhile, a store that does not answer, and a page
 * that is loaded anew. Answers with what to call when something was typed.
 */
export function useNoteDraft(
  field: RefObject<HTMLTextAreaElement | null>,
  { notes, staffId, submissionId }: { notes: NoteView[]; staffId: string; submissionId: string },
): () => void {
  const key = `${prefix}${staffId} ${submissionId}`;

  useEffect(() => {
    const box = field.current;
    forgetNoteDrafts(staffId);
    const kept = sessionStorage.getItem(key);
    if (!box || kept === null) return;
    if (isTaken(kept, notes)) {
      sessionStorage.removeItem(key);
      if (box.value === kept) box.value = '';
    } else if (box.value === '') {
      box.value = kept;
    }
  }, [field, key, staffId, notes]);

  return () => {
    const typed = field.current?.value ?? '';
    if (typed === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, typed);
  };
}

function isTaken(text: string, notes: NoteView[]): boolean {
  return notes.some((note) => note.mine && note.text === text.trim());
}
