import { createStore } from '#app/ui/create-store.ts';
import { readAllPhotographs } from '#app/waiting/photograph-store.ts';
import { isOfClaimPage } from '#app/waiting/send-photographs.ts';
import { notifyTabs } from '#app/waiting/send-waiting.ts';
import { tidyUp } from '#app/waiting/waiting-database.ts';
import { change, isFinished, isOld, markFinishedSent, readWaiting, remove } from '#app/waiting/waiting-store.ts';
import type { WaitingPhotograph, WaitingSubmission } from '#app/waiting/waiting-submission.ts';
import type { LateText } from '#content/late-texts.ts';
import { day, minute } from '#forms/durations.ts';
import { forms } from '#forms/forms.ts';
import { endDraftOf } from './form-draft.ts';
import { formStore } from './form-store.ts';
import { markAccepted } from './idempotency-key.ts';
import { sendUnstored } from './unstored-photographs.ts';

/** The waiting submissions of this device, as every part of the page reads them. */
export type WaitingList = {
  /** Submissions that wait, are too old, were refused, or were accepted and have photographs to be sent. */
  waiting: WaitingSubmission[];
  /** Submissions that a page is sending, or was sending when it was closed. */
  left: WaitingSubmission[];
  /** Submissions that were accepted since this page was opened. */
  received: WaitingSubmission[];
  /** Photographs of submissions, and of forms that were not sent yet, in every tab. */
  photographs: WaitingPhotograph[];
  /** Why photographs that were chosen last were refused, by the form's slug. */
  problems: Record<string, PhotographProblem[]>;
  isSending: boolean;
  isSendingPhotographs: boolean;
  /** When this page makes the next attempt by itself, by the device's clock. */
  nextAttemptAt: number | null;
};

/** `name`: of the file. */
export type PhotographProblem = { name: string; problem: LateText };

/** How long a receipt keeps its private link at least after it was first shown, for other tabs, which phones let sleep. */
const receiptMs = 10 * minute;

/** How long a sent submission is remembered. A tab that is restored later shows it as a draft. */
const rememberedMs = 7 * day;

export const waitingList = createStore<WaitingList>({
  waiting: [],
  left: [],
  received: [],
  photographs: [],
  problems: {},
  isSending: false,
  isSendingPhotographs: false,
  nextAttemptAt: null,
});
/** Keys whose receipt this tab has shown. */
const settled = new Set<string>();
let refreshing: Promise<void> | null = null;
let isStale = false;
let isEnding = false;

export function updateList(changes: Partial<WaitingList>): void {
  waitingList.set({ ...waitingList.read(), ...changes });
}

/**
 * Whether a submission, or a photograph of it, is to be sent. `triesLinks`: even photographs that wait for their link to be opened
 * again.
 */
export function isToBeSent(submission: WaitingSubmission, triesLinks = false): boolean {
  const { state, photographs, needsLink } = submission;
  const hasPhotographs = state.kind === 'accepted' && photographs > 0 && (triesLinks || !needsLink);
  return (state.kind === 'waiting' || hasPhotographs) && !isOld(submission);
}

/** Notes that the form shows the receipt of a submission. */
export function noteShown(key: string): void {
  settled.add(key);
}

/** Called after this tab has changed what is stored. */
export async function changed(): Promise<void> {
  notifyTabs();
  await refresh();
}

/** Reads the list again, one reading at a time. A change during one causes another. */
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
  const read = await Promise.all([readWaiting(), readAllPhotographs()]).catch(() => null);
  if (!read) return;
  const [all, photographs] = read;
  const left = all.filter(({ state }) => state.kind === 'kept');
  const waiting = all.filter((one) => one.state.kind !== 'sent' && !left.includes(one) && !isFinished(one));
  const news = all.filter(isNews);
  const received = [...waitingList.read().received, ...news.filter((one) => !isOfClaimPage(one))];
  updateList({ waiting, left, photographs, received });
  for (const submission of all) settle(submission, news.includes(submission));
  // Each is shown now, or was shown before: the service worker may have stored it again since.
  for (const { key, state, shownAt } of all)
    if (state.kind === 'accepted' && shownAt === undefined) void change(key, { shownAt: Date.now() }).catch(() => {});
  if (!isEnding && all.some(isFinished)) {
    isEnding = true;
    setTimeout(() => {
      isEnding = false;
      void endReceipts().then(changed);
    }, receiptMs);
  }
  for (const { slug } of forms) {
    const key = storeOf(slug)?.read().waiting?.key;
    // The submission was cancelled in another tab, or deleted by the browser. What was typed is still in the form.
    if (key && !all.some((one) => one.key === key)) storeOf(slug)?.dropWaiting(key);
  }
  if (all.length + photographs.length === 0) await tidyUp().catch(() => {});
}

/** Whether this tab has a receipt to show: no tab has shown it yet, or this one still shows its submission as waiting. */
function isNews({ key, slug, state, shownAt }: WaitingSubmission): boolean {
  if (state.kind !== 'accepted' || settled.has(key)) return false;
  return shownAt === undefined || waitingList.read().waiting.some((one) => one.key === key) || isShownAsWaiting(slug, key);
}

function isShownAsWaiting(slug: string, key: string): boolean {
  return storeOf(slug)?.read().waiting?.key === key;
}

/** Removes the private links of receipts that were shown long ago. */
export function endReceipts(): Promise<void> {
  return markFinishedSent(receiptMs).catch(() => {});
}

/** Shows the receipt in the form, in every tab that shows the submission. */
function settle(submission: WaitingSubmission, isNew: boolean): void {
  const { key, slug, state } = submission;
  if (state.kind === 'sent' && Math.abs(Date.now() - submission.createdAt) > rememberedMs) return void remove(key);
  if (state.kind !== 'accepted' && state.kind !== 'sent') return;
  const store = storeOf(slug);
  const isShown = isShownAsWaiting(slug, key);
  if (store && (isNew || isShown)) {
    markAccepted(slug, key);
    store.settleWaiting(key, state.receipt);
    endDraftOf(slug, key);
  }
  if (isShown) void sendUnstored(slug, state.receipt);
  settled.add(key);
}

/** The store of the form whose page this is, in any language. */
export function storeOfPage() {
  const form = forms.find(({ path }) => path === location.pathname);
  return form && formStore(form);
}

/** Whether the form of this page shows a submission itself: beside its button, or under its receipt. */
export function isShownByForm({ key, state }: WaitingSubmission): boolean {
  const { waiting = null, receipt = null } = storeOfPage()?.read() ?? {};
  if (state.kind === 'accepted') return state.receipt.reference === receipt?.reference;
  return key === waiting?.key;
}

export function storeOf(slug: string) {
  const form = forms.find((one) => one.slug === slug);
  return form && formStore(form);
}
