import { type Attempt, formEndpoint, isUnsent, postSubmission } from '#app/waiting/post-submission.ts';
import type { FormDefinition } from '#forms/form.ts';
import { honeypotField } from '#forms/signals.ts';
import { formStore } from './form-store.ts';
import { readValues } from './form-values.ts';
import { keyFor, markAccepted } from './idempotency-key.ts';
import type { Outcome } from './outcome.ts';
import { loadedWaiting, loadingWaiting, loadWaiting } from './waiting-area.tsx';

/** Sends the form. The outcome goes to the form's store. */
export async function submitForm(form: FormDefinition, posted: FormData): Promise<void> {
  await formStore(form).send(() => post(form, posted));
  // A waiting submission may have been accepted before the form knew that it waits.
  void loadedWaiting()?.refresh();
}

async function post(form: FormDefinition, posted: FormData): Promise<Outcome> {
  const answers = readValues(form, posted);
  const honeypot = posted.get(honeypotField);
  const body = JSON.stringify({ formName: form.name, formData: honeypot ? { ...answers, [honeypotField]: honeypot } : answers });
  const key = await keyFor(form.slug, body);
  // Claims about one accident are one submission; each message is one of its own.
  const replaces = form.isClaim ? [...formStore(form).noteKey(key), ...(loadedWaiting()?.unansweredStarts(form) ?? [])] : [];
  const sent = { key, body, replaces };
  const attempt = await postSubmission({ ...sent, url: formEndpoint, formAgeMs: formStore(form).ageMs() });
  if (attempt.kind === 'accepted') markAccepted(form.slug, key);
  return afterAttempt(form, sent, attempt);
}

type Sent = { key: string; body: string; replaces: string[] };

/**
 * Keeps a form that did not get through on the device. A claim takes the place of the one that the form showed before, because both are
 * about one accident.
 */
async function afterAttempt(form: FormDefinition, sent: Sent, attempt: Attempt): Promise<Outcome> {
  const { waiting } = formStore(form).read();
  const replaced = waiting && (waiting.key === sent.key || form.isClaim) ? waiting.key : null;
  if (attempt.kind === 'accepted') {
    // Removes a submission that waited and sends photographs. Where the module was never loaded there is neither.
    const noted = loadingWaiting()
      ?.then(({ noteAccepted }) => noteAccepted(form, sent.key, attempt, replaced))
      .catch(() => {});
    // The receipt is shown without waiting for a script.
    if (loadedWaiting()) await noted;
    return attempt;
  }
  if (!isUnsent(attempt)) return attempt;
  try {
    await (await loadWaiting()).keepWaiting(form, sent, replaced);
    return { ...attempt, waitsAs: sent.key };
  } catch {
    return { ...attempt, waitsAs: null };
  }
}
