import { useEffect, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router';
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

/** Beside the form of the page of a claim, as long as a message of it waits. */
export function MessageNote() {
  const { waiting, received } = useSyncExternalStore(waitingList.subscribe, waitingList.read);
  const { revalidate } = useRevalidator();
  const arrived = received.filter(isMessageOfClaim).length;
  // It is among the messages of the page then.
  useEffect(() => {
    if (arrived > 0) void revalidate();
  }, [arrived, revalidate]);
  if (!waiting.some((one) => isMessageOfClaim(one) && one.state.kind === 'waiting')) return null;
  return (
    <p className="callout">
      <a href="#waiting">Waiting for signal: your message</a>. It is sent by itself as soon as there is signal, also when you have
      closed this page.
    </p>
  );
}
