import { postSubmission } from './post-submission.ts';
import { waitingName } from './waiting-mark.ts';
import { change, isOld, markAccepted, readWaiting } from './waiting-store.ts';

/**
 * Sends what waits, and says whether our server could be reached. In one tab, or in the service worker, at a time; where browsers have
 * no locks the idempotency key alone makes once be once. Uses nothing of a page.
 */
export async function sendWaiting(): Promise<boolean> {
  if (!navigator.locks) return sendAll();
  // Without the lock another tab is sending.
  return navigator.locks.request(waitingName, { ifAvailable: true }, (lock) => (lock ? sendAll() : true));
}

async function sendAll(): Promise<boolean> {
  for (const submission of await readWaiting()) {
    if (submission.state.kind !== 'waiting' || isOld(submission)) continue;
    const attempt = await postSubmission(submission);
    // Nothing goes before what was sent first: a claim that was begun and then finished is one.
    if (attempt.kind === 'unreachable' || (attempt.kind === 'refused' && !attempt.isFinal)) return false;
    if (attempt.kind === 'accepted') await markAccepted(submission, attempt);
    else await change(submission.key, { state: { kind: 'refused', attempt } });
    notifyTabs();
  }
  return true;
}

/** Tells every tab, this one too, that what is stored has changed. */
export function notifyTabs(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(waitingName);
  channel.postMessage(null);
  channel.close();
}
