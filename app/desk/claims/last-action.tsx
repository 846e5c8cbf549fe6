import { Link } from 'react-router';
import { useFocusOn } from '#app/ui/use-focus-on.ts';
import type { Action } from '#server/claims/actions/actions.ts';
import type { SubmissionView } from '#server/claims/view/submission-view.ts';
import type { Desk } from '#server/web/desk.ts';
import { ActionButton, actionMessages, fieldsOf } from './next-steps.tsx';

/** The action that was just run, and the one that undoes it; null where there is none. */
export type LastAction = { type: Action['type']; undo: Action | null };

/** The message after an action, which takes the focus each time. */
export function LastActionMessage({ lastAction, view }: { lastAction: LastAction; view: SubmissionView }) {
  const box = useFocusOn<HTMLDivElement>(lastAction);
  return (
    <div ref={box} className="callout callout-good cluster-between not-printed" role="status" tabIndex={-1}>
      <p>{actionMessages[lastAction.type](view)}</p>
      <div className="cluster">
        {lastAction.undo && (
          <ActionButton action={lastAction.undo} className="button button-quiet" dataKey="u">
            Undo
          </ActionButton>
        )}
        <Link className="button button-quiet" to={`/desk/queue/next?after=${view.id}`}>
          Next claim
        </Link>
      </div>
    </div>
  );
}

const cookieName = 'kerbside_done';

/**
 * The cookie for use without JavaScript: the response to a post is a redirect, and this carries the result to the page that follows,
 * and no further.
 */
export function lastActionCookie(request: Request, submissionId: string, { type, undo }: LastAction): string {
  const value = new URLSearchParams([['submission', submissionId], ['did', type], ...(undo ? fieldsOf(undo) : [])]);
  return cookie(request, encodeURIComponent(`${value}`), 60);
}

/** Reads the cookie on the page of the same submission; `clearCookie` deletes it. */
export function readLastAction(
  { readUndo }: Pick<Desk, 'readUndo'>,
  request: Request,
  submissionId: string,
): { lastAction: LastAction | null; clearCookie: string | null } {
  const text = /(?:^|; )kerbside_done=([^;]*)/.exec(request.headers.get('Cookie') ?? '')?.[1];
  if (!text) return { lastAction: null, clearCookie: null };
  const value = new URLSearchParams(decoded(text));
  const type = value.get('did') ?? '';
  const isHere = Object.hasOwn(actionMessages, type) && value.get('submission') === submissionId;
  const lastAction = isHere && {
    type: type as Action['type'],
    undo: readUndo(type as Action['type'], (name) => value.get(name)),
  };
  return { lastAction: lastAction || null, clearCookie: cookie(request, '', 0) };
}

function cookie(request: Request, value: string, maxAgeSeconds: number): string {
  const secure = new URL(request.url).protocol === 'https:' ? '; Secure' : '';
  return `${cookieName}=${value}; Path=/desk/submissions; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
