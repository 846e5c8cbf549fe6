import type { WaitingSubmission } from '#app/waiting/waiting-store.ts';
import { readStored, writeStored } from './browser-storage.ts';
import { storeOf, waitingList } from './waiting-list.ts';

/** The key of the refused submission that is to be put back into its form when the form's page is open. */
const wantedName = 'reopen';

/** Whether the submission's form is on this page, in any language. */
export function isThisPage({ path }: WaitingSubmission): boolean {
  return new URL(path, location.href).pathname === location.pathname;
}

/** Whether this page has the form with something else typed in it, which is put aside only when that is asked for. */
export function isFormInTheWay(submission: WaitingSubmission): boolean {
  return isThisPage(submission) && (storeOf(submission.slug)?.isInTheWay(submission.key) ?? false);
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

function putBack({ key, slug, body, replaces, state }: WaitingSubmission): void {
  if (state.kind === 'refused') storeOf(slug)?.reopen(key, JSON.parse(body).formData, state.attempt, replaces);
}
