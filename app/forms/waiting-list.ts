import { draftKeyOf, removeOldDrafts } from '#app/waiting/photograph-store.ts';
import { formEndpoint } from '#app/waiting/post-submission.ts';
import { notifyTabs, sendWaiting } from '#app/waiting/send-waiting.ts';
import { waitingName } from '#app/waiting/waiting-mark.ts';
import {
  type Accepted,
  change,
  isFinished,
  isOld,
  keep,
  markFinishedSent,
  readWaiting,
  remove,
  tidyUp,
  type WaitingSubmission,
} from '#app/waiting/waiting-store.ts';
import type { FormDefinition } from '#forms/form.ts';
import { forms } from '#forms/forms.ts';
import { formStore } from './form-store.ts';
import { markAccepted } from './idempotency-key.ts';
import { nounOf } from './outcome.ts';

export type WaitingList = {
  /** Waiting, too old, refused, or accepted with photographs still to be sent. */
  waiting: WaitingSubmission[];
  /** Accepted since this page was opened. */
  received: WaitingSubmission[];
  isSending: boolean;
  /** The time of the last attempt of this page that reached nobody, by the device's clock. */
  failedAt: number | null;
};

/** Between attempts while a page is open, twice as long after each: there may be signal any moment, or there was none just now. */
const retryMs = { soon: 2_000, first: 15_000, last: 5 * 60_000 };

/** So long every open tab can read the receipt with its private link. */
const receiptMs = 2_000;

/** A tab that is restored later than that shows what was sent as a draft. */
const rememberedMs = 7 * 24 * 60 * 60_000;

/** A browser that does not answer keeps nothing. */
const storageMs = 5_000;

let list: WaitingList = { waiting: [], received: [], isSending: false, failedAt: null };
let nextRetryMs = retryMs.first;
let timer = 0;
const listeners = new Set<() => void>();
/** Keys whose receipt this tab has shown. */
const settled = new Set<string>();
let refreshing: Promise<void> | null = null;
let isStale = false;
let isEnding = false;

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
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(waitingName);
  if (channel) channel.onmessage = () => void refresh();
  addEventListener('online', () => void sendNow(), ending);
  document.addEventListener('visibilitychange', () => document.hidden || void sendNow(), ending);
  void refresh().then(sendNow);
  return () => {
    ending.abort();
    channel?.close();
    clearTimeout(timer);
  };
}

type Sent = Pick<WaitingSubmission, 'key' | 'body' | 'replaces'>;

/** Rejects where it is not certain that this browser keeps it. */
export async function keepWaiting(form: FormDefinition, sent: Sent, replaced: string | null): Promise<void> {
  const kept = keep({ ...rowOf(form, sent), state: { kind: 'waiting' } }, keysBefore(form, replaced, sent.key));
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('The browser keeps nothing.')), storageMs));
  try {
    await Promise.race([kept, late]);
  } catch (error) {
    void kept.then(() => remove(sent.key)).catch(() => {});
    throw error;
  }
  void navigator.storage?.persist?.().catch(() => {});
  void registerSync();
  nextRetryMs = retryMs.first;
  update({ failedAt: Date.now() });
  void changed();
}

/** It was sent by the form itself. Its photographs are sent to it now. */
export async function noteAccepted(form: FormDefinition, key: string, receipt: Accepted, replaced: string | null): Promise<void> {
  settled.add(key);
  update({ failedAt: null });
  const row = { ...rowOf(form, { key, body: '' }), state: { kind: 'accepted' as const, receipt } };
  const { photographs } = await keep(row, keysBefore(form, replaced, key));
  if (photographs === 0) await remove(key);
  await changed();
  void sendNow();
}

function rowOf(form: FormDefinition, sent: Sent) {
  return { ...sent, url: formEndpoint, what: nounOf(form), slug: form.slug, path: form.path, createdAt: Date.now() };
}

function keysBefore({ slug }: FormDefinition, replaced: string | null, key: string): string[] {
  return [draftKeyOf(slug), ...(replaced === null || replaced === key ? [] : [replaced])];
}

/** What it says was read. */
export async function closeNotTaken({ key }: WaitingSubmission): Promise<void> {
  await change(key, { notTaken: [] });
  await changed();
}

export async function cancelWaiting({ key, slug }: WaitingSubmission): Promise<void> {
  await remove(key);
  await changed();
  storeOf(slug)?.dropWaiting(key);
}

/** Puts what was refused back into its form. */
export function reopenWaiting({ key, slug, body, replaces, state }: WaitingSubmission): void {
  if (state.kind === 'refused') storeOf(slug)?.reopen(key, JSON.parse(body).formData, state.attempt, replaces);
}

/** Sends what waited for so long that it was not sent by itself any more. */
export async function sendOld({ key }: WaitingSubmission): Promise<void> {
  await change(key, { createdAt: Date.now() });
  await refresh();
  await sendNow();
}

/** Somebody asks for it, or there may be signal again. */
export async function sendNow(): Promise<void> {
  nextRetryMs = retryMs.soon;
  await send();
}

async function send(): Promise<void> {
  clearTimeout(timer);
  timer = 0;
  if (list.isSending || !list.waiting.some(isToBeSent)) return;
  update({ isSending: true });
  const isReached = await sendAll().catch(() => false);
  update({ isSending: false, failedAt: isReached ? list.failedAt : Date.now() });
  if (!isReached) void registerSync();
  await refresh();
}

async function sendAll(): Promise<boolean> {
  const isReached = await sendWaiting();
  await refresh();
  const accepted = list.waiting.filter(({ state, photographs }) => state.kind === 'accepted' && photographs > 0);
  if (accepted.length === 0) return isReached;
  const { sendPhotographs } = await import('#app/waiting/send-photographs.ts');
  for (const submission of accepted) if (!(await sendPhotographs(submission, () => void changed()))) return false;
  return isReached;
}

function isToBeSent(submission: WaitingSubmission): boolean {
  const { state, photographs } = submission;
  return (state.kind === 'waiting' || (state.kind === 'accepted' && photographs > 0)) && !isOld(submission);
}

/** What is stored was changed here. */
export async function changed(): Promise<void> {
  notifyTabs();
  await refresh();
}

/** One at a time: what changes meanwhile is read once more. */
export function refresh(): Promise<void> {
  isStale = true;
  refreshing ??= (async () => {
    while (isStale) {
      isStale = false;
      await readAll();
      if (isStale) await new Promise((resolve) => setTimeout(resolve, 100));
    }
    refreshing = null;
  })();
  return refreshing;
}

async function readAll(): Promise<void> {
  const all = await readWaiting().catch(() => null);
  if (!all) return;
  const waiting = all.filter((one) => one.state.kind !== 'sent' && !isFinished(one));
  const received = all.filter(({ key, state }) => state.kind === 'accepted' && !settled.has(key));
  update({ waiting, received: [...list.received, ...received] });
  for (const submission of all) settle(submission);
  if (!isEnding && all.some(isFinished)) {
    isEnding = true;
    setTimeout(() => {
      isEnding = false;
      void markFinishedSent().then(changed);
    }, receiptMs);
  }
  for (const { slug } of forms) {
    const key = storeOf(slug)?.read().waiting?.key;
    // Cancelled in another tab, or deleted by the browser: what was typed is still in the form.
    if (key && !all.some((one) => one.key === key)) storeOf(slug)?.dropWaiting(key);
  }
  if (all.length === 0)
    await removeOldDrafts()
      .then(tidyUp)
      .catch(() => {});
  // Once after each attempt: reading again, as after a message of another tab, puts nothing off.
  if (timer !== 0 || !waiting.some(isToBeSent)) return;
  timer = window.setTimeout(() => void send(), nextRetryMs);
  nextRetryMs = Math.min(2 * nextRetryMs, retryMs.last);
}

/** Shows the receipt in the form, here and in every tab that shows what was sent. */
function settle(submission: WaitingSubmission): void {
  const { key, slug, state } = submission;
  if (state.kind === 'sent' && Math.abs(Date.now() - submission.createdAt) > rememberedMs) return void remove(key);
  if (state.kind !== 'accepted' && state.kind !== 'sent') return;
  const store = storeOf(slug);
  if (store?.read().waiting?.key === key || (state.kind === 'accepted' && !settled.has(key))) {
    markAccepted(slug, key);
    store?.settleWaiting(key, state.receipt);
  }
  settled.add(key);
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
