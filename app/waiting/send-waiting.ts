import { startHoldingBack } from './hold-back.ts';
import { postSubmission } from './post-submission.ts';
import { sendPhotographs } from './send-photographs.ts';
import { waitingName } from './waiting-mark.ts';
import { change, isOld, markAccepted, readWaiting, stillWaits } from './waiting-store.ts';
import { adoptLeft } from './write-ahead.ts';

/** What to do while another tab, or the service worker, is sending: leave it to that, or wait and send the rest. */
type WhenBusy = 'leave' | 'wait';

/**
 * Sends the waiting submissions; returns whether none has to be tried again. Only one tab or the service worker does so at a time;
 * where browsers have no locks, only the idempotency key keeps a submission from being stored twice. It uses nothing of a page.
 */
export function sendWaiting(whenBusy: WhenBusy): Promise<boolean> {
  return alone(waitingName, whenBusy, async () => {
    if (await adoptLeft(whenBusy)) notifyTabs();
    return sendSubmissions();
  });
}

/** Sends the photographs of accepted submissions. `triesLinks`: even those whose link had to be opened again. */
export function sendWaitingPhotographs(whenBusy: WhenBusy, triesLinks = false): Promise<boolean> {
  return alone('kerbside-photographs', whenBusy, () => sendAllPhotographs(triesLinks));
}

async function alone(name: string, whenBusy: WhenBusy, send: () => Promise<boolean>): Promise<boolean> {
  if (!navigator.locks) return send();
  return navigator.locks.request(name, { ifAvailable: whenBusy === 'leave' }, (lock) => (lock ? send() : true));
}

async function sendSubmissions(): Promise<boolean> {
  const { isHeldBack, holdBack } = startHoldingBack();
  let isDone = true;
  for (const submission of await readWaiting()) {
    if (submission.state.kind !== 'waiting' || isOld(submission)) continue;
    if (!(await stillWaits(submission.key))) continue;
    const attempt = isHeldBack(submission) ? null : await postSubmission(submission);
    if (attempt?.kind === 'unreachable') return false;
    if (attempt === null || attempt.kind === 'later' || attempt.kind === 'foreign') {
      holdBack(submission);
      isDone = false;
      continue;
    }
    if (attempt.kind === 'accepted') await markAccepted(submission, attempt);
    else await change(submission.key, { state: { kind: 'refused', attempt } });
    notifyTabs();
  }
  return isDone;
}

async function sendAllPhotographs(triesLinks: boolean): Promise<boolean> {
  let isDone = true;
  for (const submission of await readWaiting()) {
    const { state, photographs, needsLink } = submission;
    if (state.kind !== 'accepted' || photographs === 0 || isOld(submission) || (needsLink && !triesLinks)) continue;
    const result = await sendPhotographs(submission, notifyTabs);
    if (result === 'unreachable') return false;
    if (result === 'later') isDone = false;
  }
  return isDone;
}

/** Notifies every tab, this one too, that what is stored has changed. */
export function notifyTabs(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(waitingName);
  channel.postMessage(null);
  channel.close();
}
