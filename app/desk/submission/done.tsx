import { useEffect, useRef } from 'react';
import type { Change } from '#server/desk/outcome.ts';
import type { SubmissionView } from '#server/desk/submission-view.ts';
import { ChangeButton } from './change-button.tsx';
import { pairsOf, undoOf } from './change-of.ts';

/** What was just done, and what takes it back; null where nothing can. */
export type Done = { act: Change['act']; undo: Change | null };

const messages: Record<Change['act'], string | ((view: SubmissionView) => string)> = {
  contacted: 'Marked as contacted.',
  'contact undone': 'Marked as not contacted.',
  closed: 'Closed.',
  reopened: 'Open again.',
  assigned: ({ assignedTo }) => `Assigned to ${assignedTo?.name ?? 'nobody'}.`,
  'note added': 'Note added.',
  'note removed': 'Note removed.',
  'note restored': 'The note is back.',
  released: 'Released from quarantine. Its letter is on its way.',
  'set aside': 'Set aside in quarantine.',
  'letter sent again': 'The letter will be sent again within half a minute.',
};

/** Takes the focus each time that something was done. */
export function DoneMessage({ done, view }: { done: Done; view: SubmissionView }) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is another object, also where it says the same
  useEffect(() => {
    box.current?.focus();
  }, [done]);
  const message = messages[done.act];
  return (
    <div ref={box} className="flash not-printed" role="status" tabIndex={-1}>
      <p>{typeof message === 'string' ? message : message(view)}</p>
      {done.undo && (
        <ChangeButton change={done.undo} className="button button-quiet">
          Undo
        </ChangeButton>
      )}
    </div>
  );
}

const cookieName = 'kerbside_done';

/** Without JavaScript the answer to a post is a redirect: this carries what was done to the page that follows, and no further. */
export function doneCookie(request: Request, submissionId: string, { act, undo }: Done): string {
  const value = new URLSearchParams([['submission', submissionId], ['did', act], ...(undo ? pairsOf(undo) : [])]);
  return cookie(request, encodeURIComponent(`${value}`), 60);
}

/** Reads it on the page of the same submission; `spent` is the cookie that takes it away. */
export function readDone(request: Request, submissionId: string): { done: Done | null; spent: string | null } {
  const text = /(?:^|; )kerbside_done=([^;]*)/.exec(request.headers.get('Cookie') ?? '')?.[1];
  if (!text) return { done: null, spent: null };
  const value = new URLSearchParams(decoded(text));
  const act = Object.keys(messages).find((one): one is Change['act'] => one === value.get('did'));
  const isHere = act !== undefined && value.get('submission') === submissionId;
  return { done: isHere ? { act, undo: undoOf(act, (name) => value.get(name)) } : null, spent: cookie(request, '', 0) };
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
