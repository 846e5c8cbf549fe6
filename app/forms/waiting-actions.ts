import { change, remove } from '#app/waiting/waiting-store.ts';
import type { WaitingSubmission } from '#app/waiting/waiting-submission.ts';
import { endDraftOf } from './form-draft.ts';
import { sendNow } from './waiting-attempts.ts';
import { changed, refresh, storeOf } from './waiting-list.ts';

/** Removes the note on photographs that were refused, once it was read. */
export async function closeNotTaken({ key }: WaitingSubmission): Promise<void> {
  await change(key, { notTaken: [] });
  await changed();
}

/** Deletes a submission from this device, with its draft. What a form on the screen shows stays there. */
export async function cancelWaiting({ key, slug }: WaitingSubmission): Promise<void> {
  await remove(key);
  storeOf(slug)?.dropWaiting(key, true);
  endDraftOf(slug, key);
  await changed();
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
