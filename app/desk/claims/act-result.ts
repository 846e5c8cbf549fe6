import { useEffect, useSyncExternalStore } from 'react';
import { useActionData } from 'react-router';
import { createStore } from '#app/ui/create-store.ts';
import type { NextStepView } from '#server/claims/view/next-step-view.ts';
import type { SubmissionView } from '#server/claims/view/submission-view.ts';
import type { LastAction } from './last-action.tsx';

/** The response to what was done about a claim. */
export type ActResult =
  /** `outcome`: how the call ended, where one was recorded; `next`: the next step that follows. */
  | { kind: 'done'; lastAction: LastAction; noteText: string; line: string; outcome: string; next: NextStepView | null }
  /** `text` is that of a note that was not saved, `reason` that of an answer, `line` that of an attempt, `why` that of a closing. */
  | { kind: 'refused'; message: string; text: string; reason: string; line: string; why: string };

/**
 * The response of the claim on the screen, kept outside of the router, which forgets it when the page reads its claim again: a live
 * update that comes at once would replace it before it was shown. `before`: what the page showed when it came.
 */
const kept = createStore<{ id: string; result: ActResult; before: SubmissionView | null } | null>(null);

let shown: SubmissionView | null = null;

export function keepActResult(id: string, result: ActResult): ActResult {
  kept.set({ id, result, before: shown });
  return result;
}

/**
 * The response to what was done on this page, until it is left. `isShown`: the page has read its claim since, so that the message
 * appears together with the change. `lastAction`: what a redirect to this page has brought.
 */
export function useActResult(
  view: SubmissionView,
  lastAction: LastAction | null,
): { result: ActResult | null; isShown: boolean } {
  const posted = useActionData<ActResult>();
  const brought: ActResult | null = posted ?? (lastAction && doneBefore(lastAction));
  const current = useSyncExternalStore(kept.subscribe, kept.read, kept.readOnServer);
  useEffect(() => {
    shown = view;
  }, [view]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was brought is there when the page is opened
  useEffect(() => {
    if (brought && kept.read()?.id !== view.id) kept.set({ id: view.id, result: brought, before: null });
    return () => {
      if (kept.read()?.id === view.id) kept.set(null);
    };
  }, [view.id]);
  if (current?.id !== view.id) return { result: brought, isShown: true };
  return { result: current.result, isShown: current.before !== view };
}

function doneBefore(lastAction: LastAction): ActResult {
  return { kind: 'done', lastAction, noteText: '', line: '', outcome: '', next: null };
}
