import { type RefObject, useEffect, useState } from 'react';
import { readStored, writeStored } from '#app/forms/browser-storage.ts';

/** The whole form as it would be posted, with the content that it was made from, and when that was typed last. */
type Draft = { fields: [string, string][]; at: number };

const keyOf = (staffId: string) => `kerbside-site ${staffId}`;

/**
 * Keeps what an owner types on this device until it is published, and gives back what was typed before. It is about no person, so that it
 * outlives the tab, and the session. `isDone`: it has been published; `isPosted`: the page has what was posted last.
 */
export function useSiteDraft(
  form: RefObject<HTMLFormElement | null>,
  page: { staffId: string; version: number; isDone: boolean; isPosted: boolean },
) {
  const { staffId, version, isDone, isPosted } = page;
  const key = keyOf(staffId);
  const [draft, setDraft] = useState<{ posted: FormData; at: number } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: with another version the form is made anew, and what was typed must be in it
  useEffect(() => {
    if (isDone) {
      writeStored('localStorage', key, null);
      // Otherwise the page, loaded again, would remove what is typed from now on as well.
      history.replaceState(history.state, '', location.pathname);
    }
    const stored = isDone || isPosted ? null : (readStored('localStorage', key) as Draft | null);
    if (!stored) return;
    const posted = new FormData();
    for (const [name, value] of stored.fields) posted.append(name, value);
    setDraft({ posted, at: stored.at });
  }, [key, version, isDone, isPosted]);

  useEffect(() => {
    const keep = ({ target }: Event) => {
      const typedInto = form.current;
      if (!typedInto || !(target instanceof Node) || !typedInto.contains(target)) return;
      const fields = [...new FormData(typedInto)].filter((field): field is [string, string] => typeof field[1] === 'string');
      writeStored('localStorage', key, { fields, at: Date.now() } satisfies Draft);
    };
    document.addEventListener('input', keep, { passive: true });
    return () => document.removeEventListener('input', keep);
  }, [form, key]);

  const forget = () => {
    writeStored('localStorage', key, null);
    setDraft(null);
  };
  return { draft, forget };
}
