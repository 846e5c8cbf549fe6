import { isUnsent } from '#app/waiting/attempt.ts';
import { addPhotograph, removePhotograph } from '#app/waiting/photograph-store.ts';
import { formEndpoint } from '#app/waiting/post-submission.ts';
import { remove } from '#app/waiting/waiting-store.ts';
import type { WaitingSubmission } from '#app/waiting/waiting-submission.ts';
import { keepWaiting, type Settled, sendAhead } from '#app/waiting/write-ahead.ts';
import { claimPagePath, isPhotograph, messagesPath, photographBytes, uploadsPath } from '#forms/evidence-rules.ts';
import type { FormDefinition } from '#forms/form.ts';
import { makeKey } from './idempotency-key.ts';
import { loadPanel } from './load-panel.ts';
import { nounOf } from './outcome.ts';
import { draftKey, forgetCleared, photographsKept } from './photograph-draft.ts';
import { knownServerTime } from './server-time.ts';
import { sendUnstored } from './unstored-photographs.ts';
import { noteUnsentNow, registerSync, sendSoon, startWaiting } from './waiting-attempts.ts';
import { changed, noteShown } from './waiting-list.ts';

type Sent = Pick<WaitingSubmission, 'key' | 'body' | 'replaces' | 'isSameAccident'>;

/** Sends a form from this device, where it is kept until it is settled. `replaced`: the key of one that waits and is about the same. */
export async function sendForm(form: FormDefinition, sent: Sent, replaced: string | null, formAgeMs: number): Promise<Settled> {
  const outgoing = { ...rowOf(form, sent), keptAfter: knownServerTime() };
  // Should the page be closed meanwhile, the service worker sends it.
  void registerSync();
  const takes = [draftKey(form), ...(replaced === null || replaced === sent.key ? [] : [replaced])];
  const settled = await sendAhead({
    outgoing,
    formAgeMs,
    takes,
    photographsStored: photographsKept,
    onAccepted: () => {
      for (const key of [sent.key, ...takes]) noteShown(key);
      forgetCleared(form);
    },
  });
  if (settled.attempt.kind === 'accepted') void sendUnstored(form.slug, settled.attempt);
  if (isUnsent(settled.attempt) && settled.kept === 'kept') showKept();
  // Until the question is answered nothing that belongs to it is sent.
  else void changed().then(() => (settled.attempt.kind === 'question' ? undefined : sendSoon()));
  return settled;
}

/** Keeps a message from the page of a claim; rejects where it is not certain that it is kept. */
export async function keepMessage(reference: string, key: string, text: string): Promise<void> {
  const place = { url: messagesPath, slug: 'message', path: claimPagePath };
  const sent = { key: makeKey(), body: JSON.stringify({ reference, key, text }) };
  const row = { ...sent, ...place, what: 'message' as const, createdAt: Date.now(), state: { kind: 'waiting' as const } };
  await keepSurely(row, () => remove(sent.key));
}

/** Keeps a photograph from the page of a claim, whose upload may have begun. Rejects where it cannot be kept, or is no photograph. Returns what removes it. */
export async function keepFile(reference: string, file: File, uploadUrl: string | null): Promise<() => Promise<void>> {
  if (!isKeepable(file)) throw new Error('Only photographs are kept.');
  const key = `files:${reference}`;
  const photograph = await addPhotograph(key, file, uploadUrl);
  const state = { kind: 'accepted' as const, receipt: { kind: 'accepted' as const, reference, createdAt: null } };
  const place = { url: uploadsPath, slug: 'files', path: claimPagePath };
  const row = { key, body: '', ...place, what: 'claim' as const, createdAt: Date.now(), state };
  // Undoing removes this photograph only: others of the same claim that were kept before stay.
  const undo = () => removePhotograph(photograph);
  await keepSurely(row, undo);
  return () => undo().then(changed);
}

function isKeepable({ type, size }: File): boolean {
  return isPhotograph(type) && size <= photographBytes;
}

async function keepSurely(row: Omit<WaitingSubmission, 'photographs'>, undo: () => Promise<void>): Promise<void> {
  const keeping = { takes: [], photographsStored: photographsKept, undo };
  const last = { at: Date.now(), unsent: { kind: 'unreachable' as const, isOffline: navigator.onLine === false } };
  if ((await keepWaiting({ ...row, last, keptAfter: knownServerTime() }, keeping)) !== 'kept')
    throw new Error('The browser keeps nothing.');
  showKept();
}

/** Called after something was kept because it did not get through. */
function showKept(): void {
  void navigator.storage?.persist?.().catch(() => {});
  void startWaiting();
  noteUnsentNow();
  void changed();
  // Where it cannot be loaded, the form says that it waits.
  void loadPanel().catch(() => {});
}

function rowOf(form: FormDefinition, sent: Sent) {
  return { ...sent, url: formEndpoint, what: nounOf(form), slug: form.slug, path: form.path, createdAt: Date.now() };
}
