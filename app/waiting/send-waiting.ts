import { type Attempt, isUnsent, type Unsent } from './attempt.ts';
import { startHoldingBack } from './hold-back.ts';
import { noteUnsent, pauseLeft } from './last-attempt.ts';
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
 * `isAsked`: a person wants it now, even those that our server has asked to be sent later.
 */
export function sendWaiting(whenBusy: WhenBusy, isAsked = false): Promise<boolean> {
  return alone(waitingName, whenBusy, async () => {
    if (await adoptLeft(whenBusy)) notifyTabs();
    return sendSubmissions(isAsked);
  });
}

/** Sends the photographs of accepted submissions. `triesLinks`: even those whose link had to be opened again. */
export function sendWaitingPhotographs(whenBusy: WhenBusy, triesLinks = false, isAsked = false): Promise<boolean> {
  return alone('kerbside-photographs', whenBusy, () => sendAllPhotographs(triesLinks, isAsked));
}

async function alone(name: string, whenBusy: WhenBusy, send: () => Promise<boolean>): Promise<boolean> {
  if (!navigator.locks) return send();
  return navigator.locks.request(name, { ifAvailable: whenBusy === 'leave' }, (lock) => (lock ? send() : true));
}

async function sendSubmissions(isAsked: boolean): Promise<boolean> {
  const { heldBackBy, holdBack } = startHoldingBack();
  let isDone = true;
  /** Once a request had no response, the rest of the round is not sent either. */
  let silence: Unsent | null = null;
  for (const submission of await readWaiting()) {
    if (submission.state.kind !== 'waiting' || isOld(submission)) continue;
    if (!(await stillWaits(submission.key))) continue;
    const asked = !isAsked && pauseLeft(submission) > 0 ? submission.last?.unsent : null;
    const reason: Unsent | null = silence ?? asked ?? heldBackBy(submission);
    const attempt: Attempt = reason ?? (await postSubmission(submission));
    if (isUnsent(attempt)) {
      await noteUnsent(submission.key, attempt, reason === null);
      if (attempt.kind === 'unreachable') silence = attempt;
      holdBack(submission, attempt);
      isDone = false;
      continue;
    }
    if (attempt.kind === 'accepted') await markAccepted(submission, attempt);
    else await change(submission.key, { state: { kind: 'refused', attempt } });
    notifyTabs();
  }
  return isDone;
}

async function sendAllPhotographs(triesLinks: boolean, isAsked: boolean): Promise<boolean> {
  let isDone = true;
  let silence: Unsent | null = null;
  for (const submission of await readWaiting()) {
    const { key, state, photographs, needsLink } = submission;
    if (state.kind !== 'accepted' || photographs === 0 || isOld(submission) || (needsLink && !triesLinks)) continue;
    if (!isAsked && pauseLeft(submission) > 0) {
      isDone = false;
      continue;
    }
    if (silence) await noteUnsent(key, silence, false);
    const unsent: Unsent | null = silence ?? (await sendPhotographs(submission, notifyTabs));
    if (unsent?.kind === 'unreachable') silence = unsent;
    if (unsent) isDone = false;
  }
  return isDone;
}

/** Notifies every tab, this one too, that what is stored has changed. */
export function notifyTabs(): void {
  const channel = openChannel();
  channel?.postMessage(null);
  channel?.close();
}

/** The messages between tabs; null where the browser has none, or refuses them with all storage, as Firefox does. */
export function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(waitingName);
  } catch {
    return null;
  }
}
