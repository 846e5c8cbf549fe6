import { notifyTabs, sendWaiting, waitingName } from '#app/waiting/send-waiting.ts';
import { change, isOld, keep, readWaiting, remove, type WaitingSubmission } from '#app/waiting/waiting-store.ts';
import { forms } from '#forms/forms.ts';
import { readStored, waitingMark, writeStored } from './browser-storage.ts';
import { formStore } from './form-store.ts';
import { markAccepted } from './idempotency-key.ts';

export type WaitingList = {
  /** Waiting, too old, or refused. */
  waiting: WaitingSubmission[];
  /** Accepted since this page was opened. */
  received: WaitingSubmission[];
  isSending: boolean;
  /** The time of the last attempt of this page that reached nobody, by the device's clock. */
  failedAt: number | null;
};

/** Between attempts while a page is open; twice as long after each. */
const retryMs = { first: 15_000, last: 5 * 60_000 };

/** So long every open tab can read the receipt with its private link. */
const receiptMs = 2_000;

/** A browser that does not answer keeps nothing. */
const storageMs = 5_000;

let list: WaitingList = { waiting: [], received: [], isSending: false, failedAt: null };
let nextRetryMs = retryMs.first;
let timer = 0;
const listeners = new Set<() => void>();
const settled = new Set<string>();

export const waitingList = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => list,
};

function update(changes: Partial<WaitingList>): void {
  list = { ...list, ...changes };
  for (const listener of listeners) listener();
}

/** Shows and sends what waits for as long as the page is open. */
export function startWaiting(): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(waitingName);
  if (channel) channel.onmessage = () => void refresh();
  addEventListener('online', () => void sendNow(), { signal });
  document.addEventListener('visibilitychange', () => document.hidden || void sendNow(), { signal });
  void refresh().then(sendNow);
  return () => {
    ending.abort();
    channel?.close();
    clearTimeout(timer);
  };
}

/** Rejects where it is not certain that this browser keeps it. */
export async function keepWaiting(
  submission: Pick<WaitingSubmission, 'key' | 'url' | 'body' | 'what' | 'slug' | 'path'>,
): Promise<void> {
  const kept = keep({ ...submission, createdAt: Date.now(), photographs: 0, state: { kind: 'waiting' } });
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('The browser keeps nothing.')), storageMs));
  try {
    await Promise.race([kept, late]);
    // By it the next page that is opened finds it.
    writeStored('localStorage', waitingMark, true);
    if (!readStored('localStorage', waitingMark)) throw new Error('The browser keeps nothing.');
  } catch (error) {
    void kept.then(() => remove(submission.key)).catch(() => {});
    throw error;
  }
  void navigator.storage?.persist?.().catch(() => {});
  void registerSync();
  nextRetryMs = retryMs.first;
  update({ failedAt: Date.now() });
  await changed();
}

/** It was sent otherwise, or is not to be sent. */
export async function forgetWaiting(key: string): Promise<void> {
  await remove(key);
  await changed();
}

export async function cancelWaiting({ key, slug }: WaitingSubmission): Promise<void> {
  await forgetWaiting(key);
  storeOf(slug)?.dropWaiting(key);
}

/** Puts what was refused back into its form. */
export function reopenWaiting({ key, slug, body, state }: WaitingSubmission): void {
  if (state.kind === 'refused') storeOf(slug)?.reopen(key, JSON.parse(body).formData, state.attempt);
}

/** Sends what waited for so long that it was not sent by itself any more. */
export async function sendOld({ key }: WaitingSubmission): Promise<void> {
  await change(key, { createdAt: Date.now() });
  await refresh();
  await sendNow();
}

/** Somebody asks for it, or there may be signal again. */
export async function sendNow(): Promise<void> {
  nextRetryMs = retryMs.first;
  await send();
}

async function send(): Promise<void> {
  clearTimeout(timer);
  if (list.isSending || !list.waiting.some(isToBeSent)) return;
  update({ isSending: true });
  const isReached = await sendWaiting().catch(() => false);
  update({ isSending: false, failedAt: isReached ? list.failedAt : Date.now() });
  await refresh();
}

function isToBeSent(submission: WaitingSubmission): boolean {
  return submission.state.kind === 'waiting' && !isOld(submission);
}

async function changed(): Promise<void> {
  notifyTabs();
  await refresh();
}

async function refresh(): Promise<void> {
  const all = await readWaiting().catch(() => null);
  if (!all) return;
  const waiting = all.filter(({ state }) => state.kind === 'waiting' || state.kind === 'refused');
  const received = all.filter(({ key, state }) => state.kind === 'accepted' && !settled.has(key));
  update({ waiting, received: [...list.received, ...received] });
  for (const submission of all) settle(submission);
  for (const { slug } of forms) {
    const key = storeOf(slug)?.read().waiting?.key;
    // Cancelled in another tab, or deleted by the browser: what was typed is still in the form.
    if (key && !all.some((one) => one.key === key)) storeOf(slug)?.dropWaiting(key);
  }
  if (!all.some(({ state }) => state.kind !== 'sent')) {
    writeStored('localStorage', waitingMark, null);
    writeStored('sessionStorage', waitingMark, null);
  }
  clearTimeout(timer);
  if (!waiting.some(isToBeSent)) return;
  timer = window.setTimeout(() => void send(), nextRetryMs);
  nextRetryMs = Math.min(2 * nextRetryMs, retryMs.last);
}

/** Shows the receipt in the form, here and in every tab that shows what was sent. */
function settle(submission: WaitingSubmission): void {
  const { key, slug, state } = submission;
  if (state.kind === 'sent' && isOld(submission)) return void remove(key);
  if ((state.kind !== 'accepted' && state.kind !== 'sent') || settled.has(key)) return;
  const store = storeOf(slug);
  settled.add(key);
  if (state.kind === 'accepted' || store?.read().waiting?.key === key) {
    markAccepted(slug, key);
    store?.settleWaiting(key, state.receipt);
  }
  if (state.kind !== 'accepted') return;
  const { reference, createdAt } = state.receipt;
  const receipt = { kind: 'accepted' as const, reference, createdAt };
  setTimeout(() => void change(key, { state: { kind: 'sent', receipt } }).then(changed), receiptMs);
}

function storeOf(slug: string) {
  const form = forms.find((one) => one.slug === slug);
  return form && formStore(form);
}

type SyncRegistration = ServiceWorkerRegistration & { sync?: { register: (tag: string) => Promise<void> } };

/** Where there is Background Sync the service worker sends it even when every page is closed. */
async function registerSync(): Promise<void> {
  const registration: SyncRegistration | undefined = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  await registration?.sync?.register(waitingName).catch(() => {});
}
