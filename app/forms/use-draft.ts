import { type RefObject, useEffect, useState } from 'react';
import type { FormDefinition } from '#forms/form.ts';
import { keepDraft, readDraft } from './draft.ts';
import { isHalfFilled, readValues, type Values, writeValues } from './form-values.ts';

/** How the form came to stand as it does: as usual, with kept answers, or cleared (with what can be brought back). */
export type DraftState = { kind: 'none' } | { kind: 'restored' } | { kind: 'cleared'; values: Values };

/** Keeps what is typed and puts it back when the visitor returns, unless `sent` says that this page is the answer to it. */
export function useDraft(form: FormDefinition, element: RefObject<HTMLFormElement | null>, sent: boolean) {
  const [state, setState] = useState<DraftState>({ kind: 'none' });

  useEffect(() => {
    if (sent) return keepDraft(form.slug, null);
    const here = element.current;
    const kept = readDraft(form.slug);
    // What was typed before the scripts came counts for more than what was kept.
    if (!here || !kept || isHalfFilled(form, readValues(form, new FormData(here)))) return;
    writeValues(form, here, kept);
    setState({ kind: 'restored' });
  }, [form, element, sent]);

  function keep() {
    if (!element.current) return;
    const values = readValues(form, new FormData(element.current));
    keepDraft(form.slug, isHalfFilled(form, values) ? values : null);
  }

  return {
    state,
    keep,
    /** By the visitor's own wish; can be undone. */
    clear: () => {
      if (!element.current) return;
      const values = readValues(form, new FormData(element.current));
      element.current.reset();
      keepDraft(form.slug, null);
      setState({ kind: 'cleared', values });
    },
    undo: () => {
      if (!element.current || state.kind !== 'cleared') return;
      writeValues(form, element.current, state.values);
      keep();
      setState({ kind: 'none' });
    },
    /** The form was sent: nothing of it stays on the device. */
    finish: () => {
      element.current?.reset();
      keepDraft(form.slug, null);
      setState({ kind: 'none' });
    },
  };
}
