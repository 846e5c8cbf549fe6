import { isUnsent } from '#app/waiting/post-submission.ts';
import { whileSending } from '#app/waiting/write-ahead.ts';
import type { FormDefinition } from '#forms/form.ts';
import { readSameAccident, sameAccidentName } from '#forms/same-accident.ts';
import { honeypotField } from '#forms/signals.ts';
import { formStore } from './form-store.ts';
import { readValues } from './form-values.ts';
import { acceptedSince, keyFor, markAccepted } from './idempotency-key.ts';
import { sendForm } from './keep-waiting.ts';
import type { Outcome } from './outcome.ts';
import { unansweredStarts } from './unanswered-starts.ts';

/** Sends the form. The outcome goes to the form's store. */
export async function submitForm(form: FormDefinition, posted: FormData): Promise<void> {
  const pressedAt = Date.now();
  await formStore(form).send(() => whileSending(form.slug, () => post(form, posted, pressedAt)));
}

async function post(form: FormDefinition, posted: FormData, pressedAt: number): Promise<Outcome> {
  const store = formStore(form);
  const answers = readValues(form, posted);
  const answer = readSameAccident(posted.get(sameAccidentName));
  if (answer !== null) store.answerSameAccident(answer);
  const honeypot = posted.get(honeypotField);
  const body = JSON.stringify({ formName: form.name, formData: honeypot ? { ...answers, [honeypotField]: honeypot } : answers });
  const key = await keyFor(form.slug, body);
  const earlier = store.noteKey(key);
  // Claims about one accident are one submission; each message is one of its own.
  const { waiting, isSameAccident } = store.read();
  const isOne = form.isClaim && isSameAccident !== false;
  // Another tab may have sent its copy of the same draft while this one waited for it.
  const meanwhile = acceptedSince(form.slug, pressedAt).filter((one) => one !== key);
  const replaces = isOne ? [...new Set([...earlier, ...unansweredStarts(form), ...meanwhile])] : [];
  const replaced = waiting && (waiting.key === key || isOne) ? waiting.key : null;
  const sent = { key, body, replaces, isSameAccident: isSameAccident ?? undefined };
  const { attempt, isKept } = await sendForm(form, sent, replaced, store.ageMs());
  if (attempt.kind === 'accepted') markAccepted(form.slug, key);
  return isUnsent(attempt) ? { ...attempt, waitsAs: isKept ? key : null } : attempt;
}
