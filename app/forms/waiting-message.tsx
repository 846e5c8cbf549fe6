import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router';
import { isOfClaimPage } from '#app/waiting/send-photographs.ts';
import type { WaitingSubmission } from '#app/waiting/waiting-store.ts';
import { messagesPath } from '#forms/evidence-rules.ts';
import { waitingList } from './waiting-list.ts';

/** Whether it was typed on the page of a claim, which no browser keeps. */
export function isMessageOfClaim({ url }: WaitingSubmission): boolean {
  return url === messagesPath;
}

/** What was typed. */
export function MessageText({ submission: { body } }: { submission: WaitingSubmission }) {
  return (
    <p className="claim-text" dir="auto">
      {JSON.parse(body || '{}').text}
    </p>
  );
}

/** Beside the form for messages of the page of a claim, as long as one waits. What arrives meanwhile is shown among the others. */
export function ClaimPageNote() {
  const { waiting, received } = useSyncExternalStore(waitingList.subscribe, waitingList.read);
  const { revalidate } = useRevalidator();
  const arrived = received.filter(isMessageOfClaim).length;
  const missing = waiting.filter(isOfClaimPage).reduce((sum, { photographs }) => sum + photographs, 0);
  const before = useRef({ arrived, missing });
  useEffect(() => {
    // Only then our server was reached just now, and can be asked for the page.
    if (arrived > before.current.arrived || missing < before.current.missing) void revalidate();
    before.current = { arrived, missing };
  }, [arrived, missing, revalidate]);
  if (!waiting.some((one) => isMessageOfClaim(one) && one.state.kind === 'waiting')) return null;
  return (
    <p className="callout">
      <a href="#waiting">Waiting for signal: your message</a>. It is sent by itself as soon as there is signal, also when you have
      closed this page.
    </p>
  );
}
