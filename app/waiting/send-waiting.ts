import { postSubmission } from './post-submission.ts';
import { sendPhotographs } from './send-photographs.ts';
import { waitingName } from './waiting-mark.ts';
import { change, isOld, markAccepted, readWaiting } from './waiting-store.ts';

/** What to do where another tab, or the service worker, is sending: leave it to them, or send what they leave behind. */
type WhenBusy = 'leave' | 'wait';

/**
 * Sends what waits, and says whether our server could be reached. In one tab, or in the service worker, at a time; where browsers have
 * no locks the idempotency key alone makes once be once. Uses nothing of a page.
 */
export async function sendWaiting(whenBusy: WhenBusy): Promise<boolean> {
  const isReached = await alone(waitingName, whenBusy, sendSubmissions);
  return (await alone('kerbside-photographs', whenBusy, sendAllPhotographs)) && isReached;
}

async function alone(name: string, whenBusy: WhenBusy, send: () => Promise<boolean>): Promise<boolean> {
  if (!navigator.locks) return send();
  return navigator.locks.request(name, { ifAvailable: whenBusy === 'leave' }, (lock) => (lock ? send() : true));
}

async function sendSubmissions(): Promise<boolean> {
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

async function sendAllPhotographs(): Promise<boolean> {
  for (const submission of await readWaiting()) {
    if (submission.state.kind !== 'accepted' || submission.photographs === 0 || isOld(submission)) continue;
    if (!(await sendPhotographs(submission, notifyTabs))) return false;
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
