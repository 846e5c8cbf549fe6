import { pauseLeft } from '#app/waiting/last-attempt.ts';
import { removeOldDrafts } from '#app/waiting/photograph-store.ts';
import { openChannel, sendWaiting, sendWaitingPhotographs } from '#app/waiting/send-waiting.ts';
import { waitingName } from '#app/waiting/waiting-mark.ts';
import type { WaitingSubmission } from '#app/waiting/waiting-submission.ts';
import { adoptLeft } from '#app/waiting/write-ahead.ts';
import { minute } from '#forms/durations.ts';
import { timeLimit } from '#forms/time-limit.ts';
import { shownDraftKeys } from './photograph-draft.ts';
import { readServerTime } from './server-time.ts';
import { changed, endReceipts, isToBeSent, refresh, updateList, type WaitingList, waitingList } from './waiting-list.ts';

/**
 * The pauses between attempts while a page is open: each is twice as long as the one before. There may be signal at any moment, or
 * there was none just now.
 */
const retryMs = {
  soon: () => timeLimit('retrySoon', 2_000),
  first: () => timeLimit('retry', 15_000),
  last: 5 * minute,
};

let nextRetryMs = retryMs.first();
let timer = 0;

let started: Promise<void> | null = null;

/** Shows and sends waiting submissions as long as the page is open. Resolves once they were tried for the first time. */
export function startWaiting(): Promise<void> {
  started ??= start();
  return started;
}

function start(): Promise<void> {
  const channel = openChannel();
  if (channel) channel.onmessage = () => void refresh();
  waitingList.subscribe(schedule);
  waitingList.subscribe(takeOver);
  addEventListener('online', () => void sendSoon());
  // A page that comes back from memory shows what waited when it was left.
  addEventListener('pageshow', ({ persisted }) => persisted && void refresh().then(sendSoon));
  document.addEventListener('visibilitychange', () => document.hidden || void sendSoon());
  void readServerTime();
  return removeOldDrafts(shownDraftKeys())
    .catch(() => {})
    .then(endReceipts)
    .then(refresh)
    .then(sendSoon);
}

let isTakingOver = false;

/** Waits for the pages that are sending something, and sends what they leave. */
function takeOver(): void {
  if (isTakingOver || waitingList.read().left.length === 0) return;
  isTakingOver = true;
  void adoptLeft('wait')
    .catch(() => false)
    .then(async (hasAdopted) => {
      await changed();
      isTakingOver = false;
      if (hasAdopted) await sendSoon();
    });
}

/**
 * The backoff is set once after each attempt. Reading the list again, as after a message of another tab, does not delay the next
 * attempt.
 */
function schedule(): void {
  const { isSending, isSendingPhotographs, waiting } = waitingList.read();
  const isIdle = (one: WaitingSubmission) => !(one.state.kind === 'accepted' ? isSendingPhotographs : isSending);
  if (timer !== 0 || !waiting.some((one) => isToBeSent(one) && isIdle(one))) return;
  // Our server may have said when it wants to be asked again, by Retry-After.
  const pause = Math.max(nextRetryMs, Math.min(...waiting.filter((one) => isToBeSent(one) && isIdle(one)).map(pauseLeft)));
  timer = window.setTimeout(() => void send({}), pause);
  nextRetryMs = Math.min(2 * nextRetryMs, retryMs.last);
  updateList({ nextAttemptAt: Date.now() + pause });
}

/** Called after an attempt did not get through: the next ones follow with backoff, or by Background Sync. */
export function noteUnsentNow(): void {
  void registerSync();
  nextRetryMs = retryMs.first();
}

/** Sends at once, without waiting for the backoff: the browser reports a connection, or the page was opened. */
export async function sendSoon(): Promise<void> {
  nextRetryMs = retryMs.soon();
  await send({ triesLinks: true });
}

/** Sends at once because the visitor asked for it, even what our server has asked to be sent later. */
export async function sendNow(): Promise<void> {
  nextRetryMs = retryMs.soon();
  await send({ triesLinks: true, isAsked: true });
}

/**
 * Sends submissions, then photographs, which can take long. `triesLinks`: even photographs that wait for their link, which may have
 * been opened again.
 */
async function send({ triesLinks = false, isAsked = false }): Promise<void> {
  clearTimeout(timer);
  timer = 0;
  await sendRound(
    'isSending',
    (one) => one.state.kind === 'waiting' && isToBeSent(one),
    () => sendWaiting('leave', isAsked),
  );
  await sendRound(
    'isSendingPhotographs',
    (one) => one.state.kind === 'accepted' && isToBeSent(one, triesLinks),
    () => sendWaitingPhotographs('leave', triesLinks, isAsked),
  );
}

async function sendRound(
  flag: keyof Pick<WaitingList, 'isSending' | 'isSendingPhotographs'>,
  isMeant: (submission: WaitingSubmission) => boolean,
  act: () => Promise<boolean>,
): Promise<void> {
  const list = waitingList.read();
  if (list[flag] || !list.waiting.some(isMeant)) return;
  updateList({ [flag]: true });
  const isReached = await act().catch(() => false);
  await refresh();
  updateList({ [flag]: false });
  if (!isReached) void registerSync();
}

type SyncRegistration = ServiceWorkerRegistration & { sync?: { register: (tag: string) => Promise<void> } };

/** Registers for Background Sync: where browsers have it, the service worker sends even when every page is closed. */
export async function registerSync(): Promise<void> {
  const registration: SyncRegistration | undefined = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  await registration?.sync?.register(waitingName).catch(() => {});
}
