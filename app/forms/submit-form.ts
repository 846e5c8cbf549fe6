import { type Attempt, formEndpoint, postSubmission } from '#app/waiting/post-submission.ts';
import type { FormDefinition } from '#forms/form.ts';
import { honeypotField } from '#forms/signals.ts';
import { formStore } from './form-store.ts';
import { readValues } from './form-values.ts';
import { keyFor, markAccepted } from './idempotency-key.ts';
import { nounOf, type Outcome } from './outcome.ts';
import { loadWaiting } from './waiting-area.tsx';

/** The route's clientAction: sends the form. The outcome goes to the form's store, whatever page is shown by then. */
export async function submitForm(form: FormDefinition, { request }: { request: Request }): Promise<null> {
  const posted = await request.formData();
  await formStore(form).send(() => post(form, posted));
  return null;
}

async function post(form: FormDefinition, posted: FormData): Promise<Outcome> {
  const answers = readValues(form, posted);
  const honeypot = posted.get(honeypotField);
  const body = JSON.stringify({ formName: form.name, formData: honeypot ? { ...answers, [honeypotField]: honeypot } : answers });
  const key = await keyFor(form.slug, body);
  const attempt = await postSubmission({ url: formEndpoint, key, body, formAgeMs: formStore(form).ageMs() });
  if (attempt.kind === 'accepted') markAccepted(form.slug, key);
  return afterAttempt(form, { key, body }, attempt);
}

/** What was not answered waits on the device. It takes the place of the claim that the form showed before, as that of one accident. */
async function afterAttempt(form: FormDefinition, sent: { key: string; body: string }, attempt: Attempt): Promise<Outcome> {
  const { waiting } = formStore(form).read();
  const isAnswered = attempt.kind === 'accepted' || attempt.kind === 'invalid' || (attempt.kind === 'refused' && attempt.isFinal);
  if (isAnswered && (attempt.kind !== 'accepted' || !waiting)) return attempt;
  try {
    const { keepWaiting, forgetWaiting } = await loadWaiting();
    const what = nounOf(form);
    if (!isAnswered) {
      const { slug, path } = form;
      await keepWaiting({ ...sent, url: formEndpoint, what, slug, path });
    }
    if (waiting && (waiting.key === sent.key ? isAnswered : what === 'claim')) await forgetWaiting(waiting.key);
    return isAnswered ? attempt : { ...attempt, waitsAs: sent.key };
  } catch {
    return isAnswered ? attempt : { ...attempt, waitsAs: null };
  }
}
