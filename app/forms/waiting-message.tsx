import { useEffect, useRef, useSyncExternalStore } from 'react';
import { isOfClaimPage } from '#app/waiting/send-photographs.ts';
import type { WaitingSubmission } from '#app/waiting/waiting-submission.ts';
import { messagesPath } from '#forms/evidence-rules.ts';
import { waitingList } from './waiting-list.ts';

/** Whether a waiting message was typed on the page of a claim. */
export function isMessageOfClaim({ url }: WaitingSubmission): boolean {
  return url === messagesPath;
}

/** The typed text of a waiting message. */
export function MessageText({ submission: { body } }: { submission: WaitingSubmission }) {
  return (
    <p className="claim-text" dir="auto">
      {JSON.parse(body || '{}').text}
    </p>
  );
}

/** The note beside the form for messages, as long as one waits. One that arrives meanwhile is shown among the others: `reload`. */
export function ClaimPageNote({ reload }: { reload: () => Promise<void> }) {
  const { waiting, received } = useSyncExternalStore(waitingList.subscribe, waitingList.read, waitingList.readOnServer);
  const arrived = received.filter(isMessageOfClaim).length;
  const missing = waiting.filter(isOfClaimPage).reduce((sum, { photographs }) => sum + photographs, 0);
  const before = useRef({ arrived, missing });
  useEffect(() => {
    // An arrival means that our server was reached just now, and can be asked for the page.
    if (arrived > before.current.arrived || missing < before.current.missing) void reload();
    before.current = { arrived, missing };
  }, [arrived, missing, reload]);
  if (!waiting.some((one) => isMessageOfClaim(one) && one.state.kind === 'waiting')) return null;
  return (
    <p className="callout">
      <a href="#waiting">Waiting to be sent: your message</a>. It is sent by itself. Keep this page open if you can. If you close
      it, open it again within a few days.
    </p>
  );
}
