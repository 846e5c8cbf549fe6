import { addPhotograph, removePhotograph } from '#app/waiting/photograph-store.ts';
import { formEndpoint } from '#app/waiting/post-submission.ts';
import { type Accepted, change, keep, remove, type WaitingSubmission } from '#app/waiting/waiting-store.ts';
import { claimPagePath, evidenceLimits, evidenceTypes, messagesPath, uploadsPath } from '#forms/evidence-rules.ts';
import type { FormDefinition } from '#forms/form.ts';
import { makeKey } from './idempotency-key.ts';
import { nounOf } from './outcome.ts';
import { draftKey, forgetCleared, photographsKept } from './photograph-draft.ts';
import { knownServerTime } from './server-time.ts';
import { noteNoSignal, registerSync, sendNow } from './waiting-attempts.ts';
import { changed, noteShown, refresh, storeOf, updateList } from './waiting-list.ts';

/**
 * A browser that takes longer than this counts as one that stores nothing: for a submission, once its photographs are stored; and
 * for what is left of the photographs.
 */
const storageMs = { submission: 30_000, photographs: 120_000 };

type Sent = Pick<WaitingSubmission, 'key' | 'body' | 'replaces'>;

/** Keeps a form that got no response on this device; rejects where it is not certain that it is kept. */
export async function keepWaiting(form: FormDefinition, sent: Sent, replaced: string | null): Promise<void> {
  const row = { ...rowOf(form, sent), state: { kind: 'waiting' as const } };
  await keepSurely(row, () => remove(sent.key), keysBefore(form, replaced, sent.key));
}

/** Keeps a message from the page of a claim; rejects where it is not certain that it is kept. */
export async function keepMessage(reference: string, key: string, text: string): Promise<void> {
  const place = { url: messagesPath, slug: 'message', path: claimPagePath };
  const sent = { key: makeKey(), body: JSON.stringify({ reference, key, text }) };
  const row = { ...sent, ...place, what: 'message' as const, createdAt: Date.now(), state: { kind: 'waiting' as const } };
  await keepSurely(row, () => remove(sent.key));
}

/** Keeps a photograph from the page of a claim, whose upload may have begun. Rejects where it cannot be kept, or is no photograph. */
export async function keepFile(reference: string, file: File, uploadUrl: string | null): Promise<void> {
  if (!isKeepable(file)) throw new Error('Only photographs are kept.');
  const key = `files:${reference}`;
  const photograph = await addPhotograph(key, file, uploadUrl);
  const state = { kind: 'accepted' as const, receipt: { kind: 'accepted' as const, reference, createdAt: null } };
  const place = { url: uploadsPath, slug: 'files', path: claimPagePath };
  const row = { key, body: '', ...place, what: 'claim' as const, createdAt: Date.now(), state };
  // Undoing removes this photograph only: others of the same claim that were kept before stay.
  await keepSurely(row, () => removePhotograph(photograph));
}

function isKeepable({ type, size }: File): boolean {
  const known = Object.entries(evidenceTypes).find(([name]) => name === type)?.[1];
  return known?.kind === 'picture' && size <= evidenceLimits.file.picture;
}

/** Stores a submission, and rejects where that takes too long. `undo` removes it again if it is stored after that. */
async function keepSurely(
  row: Omit<WaitingSubmission, 'photographs'>,
  undo: () => Promise<void>,
  replaced?: string[],
): Promise<void> {
  const kept = photographsKept().then(() => keep({ ...row, keptAfter: knownServerTime() }, replaced));
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new Error('The browser keeps nothing.'));
    const timer = setTimeout(giveUp, storageMs.photographs);
    void photographsKept().then(() => {
      clearTimeout(timer);
      setTimeout(giveUp, storageMs.submission);
    });
  });
  try {
    await Promise.race([kept, late]);
  } catch (error) {
    void kept.then(undo).catch(() => {});
    throw error;
  }
  void navigator.storage?.persist?.().catch(() => {});
  noteNoSignal();
  void changed();
}

/** How long a receipt waits for what is noted of it, in milliseconds. */
const notedMs = 4_000;

/**
 * Called when the form was sent without waiting. Its photographs are sent to the claim now. A device that stores slowly, or not at
 * all, does not keep the receipt from the visitor.
 */
export async function noteAccepted(form: FormDefinition, key: string, receipt: Accepted, replaced: string | null): Promise<void> {
  noteShown(key);
  updateList({ failedAt: null });
  await Promise.race([sendPhotographs(form, key, receipt, replaced), new Promise((resolve) => setTimeout(resolve, notedMs))]);
}

async function sendPhotographs(form: FormDefinition, key: string, receipt: Accepted, replaced: string | null): Promise<void> {
  await photographsKept();
  forgetCleared(form);
  const row = { ...rowOf(form, { key, body: '' }), shownAt: Date.now(), state: { kind: 'accepted' as const, receipt } };
  const { photographs } = await keep(row, keysBefore(form, replaced, key));
  // Background Sync sends the photographs if every page is closed before that.
  if (photographs > 0) void registerSync();
  else await remove(key);
  await changed();
  void sendNow();
}

function rowOf(form: FormDefinition, sent: Sent) {
  return { ...sent, url: formEndpoint, what: nounOf(form), slug: form.slug, path: form.path, createdAt: Date.now() };
}

function keysBefore({ slug }: FormDefinition, replaced: string | null, key: string): string[] {
  return [draftKey(slug), ...(replaced === null || replaced === key ? [] : [replaced])];
}

/** Removes the note on photographs that were refused, once it was read. */
export async function closeNotTaken({ key }: WaitingSubmission): Promise<void> {
  await change(key, { notTaken: [] });
  await changed();
}

export async function cancelWaiting({ key, slug }: WaitingSubmission): Promise<void> {
  await remove(key);
  await changed();
  storeOf(slug)?.dropWaiting(key);
}

/** Sends a refused submission again without changes, because its link was opened again. */
export async function sendAgain({ key }: WaitingSubmission): Promise<void> {
  await change(key, { createdAt: Date.now(), state: { kind: 'waiting' } });
  await refresh();
  await sendNow();
}

/** Sends a submission that has waited for so long that it was no longer sent automatically. */
export async function sendOld({ key }: WaitingSubmission): Promise<void> {
  await change(key, { createdAt: Date.now() });
  await refresh();
  await sendNow();
}
