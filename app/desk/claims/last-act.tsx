import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { createStore } from '#app/ui/create-store.ts';
import type { NextStepView } from '#server/claims/view/next-step-view.ts';
import type { LastAction } from './last-action.tsx';
import { nextStepText, outcomeTexts } from './next-step.tsx';
import { ActionButton } from './next-steps.tsx';
import { claimPath } from './opens-next.ts';

/** How a call ended whose claim was left for the next one. `to`: the path of that one. */
type LastAct = { id: string; name: string; to: string; lastAction: LastAction; outcome: string; next: NextStepView | null };

/** Kept outside of the pages, because the page of the claim it is about is left with it. */
export const lastAct = createStore<LastAct | null>(null);

/** What was done about the claim before, with its undo, which opens that claim again. */
export function LastAct() {
  const act = useSyncExternalStore(lastAct.subscribe, lastAct.read, lastAct.readOnServer);
  const { pathname, search } = useLocation();
  const isShown = act !== null && act.to === pathname + search;
  return (
    <div role="status" className="not-printed">
      {isShown && (
        <div className="callout callout-good cluster-between last-act" key={act.id}>
          <p>
            <bdi>{act.name || 'No name given'}</bdi>: <span>{actText(act)}</span>
          </p>
          {act.lastAction.undo && (
            <ActionButton action={act.lastAction.undo} to={claimPath(act.id, search)} className="button button-quiet" dataKey="u">
              Undo
            </ActionButton>
          )}
        </div>
      )}
    </div>
  );
}

function actText({ outcome, next }: LastAct): string {
  const texts: Record<string, string> = outcomeTexts;
  return `${texts[outcome]}. ${next ? nextStepText(next) : 'Closed.'}`;
}
