import { useEffect, useRef } from 'react';
import type { Desk } from '#server/desk.ts';
import type { Action } from '#server/submissions/actions/actions.ts';
import type { SubmissionView } from '#server/submissions/view/submission-view.ts';
import { ActionButton, doneMessages, fieldsOf } from './actions.tsx';

/** What was just done, and what takes it back; null where nothing can. */
export type Done = { act: Action['act']; undo: Action | null };

/** Takes the focus each time that something was done. */
export function DoneMessage({ done, view }: { done: Done; view: SubmissionView }) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is another object, also where it says the same
  useEffect(() => {
    box.current?.focus();
  }, [done]);
  return (
    <div ref={box} className="callout callout-good cluster-between not-printed" role="status" tabIndex={-1}>
      <p>{doneMessages[done.act](view)}</p>
      {done.undo && (
        <ActionButton action={done.undo} className="button button-quiet">
          Undo
        </ActionButton>
      )}
    </div>
  );
}

const cookieName = 'kerbside_done';

/** Without JavaScript the answer to a post is a redirect: this carries what was done to the page that follows, and no further. */
export function doneCookie(request: Request, submissionId: string, { act, undo }: Done): string {
  const value = new URLSearchParams([['submission', submissionId], ['did', act], ...(undo ? fieldsOf(undo) : [])]);
  return cookie(request, encodeURIComponent(`${value}`), 60);
}

/** Reads it on the page of the same submission; `spent` is the cookie that takes it away. */
export function readDone(
  { readUndo }: Pick<Desk, 'readUndo'>,
  request: Request,
  submissionId: string,
): { done: Done | null; spent: string | null } {
  const text = /(?:^|; )kerbside_done=([^;]*)/.exec(request.headers.get('Cookie') ?? '')?.[1];
  if (!text) return { done: null, spent: null };
  const value = new URLSearchParams(decoded(text));
  const act = value.get('did') ?? '';
  const isHere = Object.hasOwn(doneMessages, act) && value.get('submission') === submissionId;
  const done = isHere && { act: act as Action['act'], undo: readUndo(act as Action['act'], (name) => value.get(name)) };
  return { done: done || null, spent: cookie(request, '', 0) };
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
