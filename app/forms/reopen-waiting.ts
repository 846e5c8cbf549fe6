import type { WaitingSubmission } from '#app/waiting/waiting-submission.ts';
import type { FormDefinition } from '#forms/form.ts';
import { forms } from '#forms/forms.ts';
import { readStored, writeStored } from './browser-storage.ts';
import type { FormState } from './form-state.ts';
import { formStore } from './form-store.ts';
import { areSame, emptyValues, isHalfFilled, type Values } from './form-values.ts';
import { draftSentAs, makeKey, noteKeys } from './idempotency-key.ts';
import { waitingList } from './waiting-list.ts';

/** The key of the refused submission that is to be put back into its form when the form's page is open. */
const wantedName = 'reopen';

/** Whether the submission's form is on this page, in any language. */
export function isThisPage({ path }: WaitingSubmission): boolean {
  return new URL(path, location.href).pathname === location.pathname;
}

/** Whether this page has the form with something else in it, which is put aside only when that is asked for. */
export function isFormInTheWay(submission: WaitingSubmission): boolean {
  const form = formOf(submission);
  if (!form || !isThisPage(submission)) return false;
  const state = formStore(form).read();
  return state.isSending || !(isKept(form, state) || isSameDraft(submission, state));
}

/** Puts a refused submission back into its form; false where that is on another page, which does so once it is open. */
export function reopenWaiting(submission: WaitingSubmission): boolean {
  if (isThisPage(submission)) {
    putBack(submission);
    return true;
  }
  writeStored('sessionStorage', wantedName, submission.key);
  return false;
}

/** Puts the submission back that was wanted on another page, unless the form shows something else: the page then asks. */
export function reopenWanted(): void {
  const wanted = waitingList.read().waiting.find(({ key }) => key === readStored('sessionStorage', wantedName));
  writeStored('sessionStorage', wantedName, null);
  if (wanted && !isFormInTheWay(wanted)) putBack(wanted);
}

const formOf = ({ slug }: WaitingSubmission) => forms.find((form) => form.slug === slug);

/** The form shows nothing that the device does not keep as a submission. */
function isKept(form: FormDefinition, { values, waiting }: FormState): boolean {
  return !isHalfFilled(form, values) || (waiting !== null && areSame(form, values, waiting.values));
}

/** The form shows the submission, perhaps with changes since it was sent. */
function isSameDraft({ slug, key }: WaitingSubmission, { draftId }: FormState): boolean {
  return draftSentAs(slug, key) === draftId;
}

/** Changes since the submission was sent stay, and what else the form shows is put aside. */
function putBack(submission: WaitingSubmission): void {
  const { key, slug, body, replaces = [], state: refused } = submission;
  const form = formOf(submission);
  if (!form || refused.kind !== 'refused') return;
  const store = formStore(form);
  const state = store.read();
  if (state.isSending) return;
  const sent: Values = JSON.parse(body).formData;
  const draftId = draftSentAs(slug, key) ?? makeKey();
  noteKeys(slug, draftId, [key, ...replaces]);
  const isChanged = draftId === state.draftId && isHalfFilled(form, state.values);
  // What was put aside before stays so, because nothing else has it.
  const before: FormState['draft'] = state.draft.kind === 'put aside' ? state.draft : { kind: 'none' };
  const aside: FormState['draft'] = { kind: 'put aside', values: state.values, draftId: state.draftId };
  const draft = isChanged || isKept(form, state) ? before : aside;
  const values = isChanged ? state.values : { ...emptyValues(form), ...sent };
  store.put(values, { outcome: refused.attempt, waiting: { key, values: sent }, draftId, isNew: true, draft });
}
