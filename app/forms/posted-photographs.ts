import { formEndpoint } from '#app/waiting/post-submission.ts';
import { keep } from '#app/waiting/waiting-store.ts';
import type { FormDefinition } from '#forms/form.ts';
import { readStored, writeStored } from './browser-storage.ts';
import { formStore } from './form-store.ts';
import { makeKey } from './idempotency-key.ts';
import { draftKey } from './photograph-draft.ts';
import { sendNow } from './waiting-attempts.ts';
import { changed, refresh, waitingList } from './waiting-list.ts';

/** Where `app/document/keep-typed.ts` notes the draft that was posted before hydration, where it had photographs. */
const postedName = (slug: string) => `posted-photographs:${slug}`;

/** Sends photographs that were chosen for a form, which was then posted before hydration, to the claim of its receipt. */
export async function sendPostedPhotographs(form: FormDefinition): Promise<void> {
  const { slug, path } = form;
  const draftId = readStored('sessionStorage', postedName(slug));
  const { receipt } = formStore(form).read();
  if (typeof draftId !== 'string' || !receipt) return;
  const chosenFor = draftKey(form, { draftId });
  await refresh();
  if (waitingList.read().photographs.some(({ key }) => key === chosenFor)) {
    const now = Date.now();
    const row = { key: makeKey(), url: formEndpoint, body: '', what: 'claim' as const, slug, path, createdAt: now, shownAt: now };
    await keep({ ...row, state: { kind: 'accepted', receipt } }, [chosenFor]);
  }
  writeStored('sessionStorage', postedName(slug), null);
  await changed();
  await sendNow();
}
