import { removeOldDrafts } from '#app/waiting/photograph-store.ts';
import { sendWaiting } from '#app/waiting/send-waiting.ts';
import { waitingName } from '#app/waiting/waiting-mark.ts';
import { isToBeSent, refresh, updateList, waitingList } from './waiting-list.ts';

/** Between attempts while a page is open, twice as long after each: there may be signal any moment, or there was none just now. */
const retryMs = { soon: 2_000, first: 15_000, last: 5 * 60_000 };

let nextRetryMs = retryMs.first;
let timer = 0;

/** Shows and sends what waits for as long as the page is open. */
export function startWaiting(): () => void {
  const ending = new AbortController();
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(waitingName);
  if (channel) channel.onmessage = () => void refresh();
  const unsubscribe = waitingList.subscribe(schedule);
  addEventListener('online', () => void sendNow(), ending);
  document.addEventListener('visibilitychange', () => document.hidden || void sendNow(), ending);
  void removeOldDrafts()
    .catch(() => {})
    .then(refresh)
    .then(sendNow);
  return () => {
    ending.abort();
    channel?.close();
    unsubscribe();
    clearTimeout(timer);
    timer = 0;
  };
}

/** Once after each attempt: what is read again meanwhile, as after a message of another tab, puts nothing off. */
function schedule(): void {
  const { isSending, waiting } = waitingList.read();
  if (isSending || timer !== 0 || !waiting.some(isToBeSent)) return;
  timer = window.setTimeout(() => void send(), nextRetryMs);
  nextRetryMs = Math.min(2 * nextRetryMs, retryMs.last);
}

/** Records that an attempt just failed for want of signal: the next ones follow with backoff, or by Background Sync. */
export function noteNoSignal(): void {
  void registerSync();
  nextRetryMs = retryMs.first;
  updateList({ failedAt: Date.now() });
}

/** Sends at once, without waiting for the backoff: the visitor asked for it, or the browser reports a connection. */
export async function sendNow(): Promise<void> {
  nextRetryMs = retryMs.soon;
  await send();
}

async function send(): Promise<void> {
  clearTimeout(timer);
  timer = 0;
  const { isSending, waiting } = waitingList.read();
  if (isSending || !waiting.some(isToBeSent)) return;
  updateList({ isSending: true });
  const isReached = await sendWaiting('leave').catch(() => false);
  await refresh();
  updateList({ isSending: false, ...(!isReached && { failedAt: Date.now() }) });
  if (!isReached) void registerSync();
}

type SyncRegistration = ServiceWorkerRegistration & { sync?: { register: (tag: string) => Promise<void> } };

/** Where there is Background Sync the service worker sends it even when every page is closed. */
export async function registerSync(): Promise<void> {
  const registration: SyncRegistration | undefined = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  await registration?.sync?.register(waitingName).catch(() => {});
}
