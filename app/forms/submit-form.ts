import { isUnsent } from '#app/waiting/attempt.ts';
import { whileSending } from '#app/waiting/write-ahead.ts';
import type { FormDefinition } from '#forms/form.ts';
import { readSameAccident, sameAccidentName } from '#forms/same-accident.ts';
import { honeypotField } from '#forms/signals.ts';
import { viaName } from '#forms/via.ts';
import { formStore } from './form-store.ts';
import { readValues } from './form-values.ts';
import { keyFor, keysOf, markAccepted } from './idempotency-key.ts';
import { sendForm } from './keep-waiting.ts';
import type { Outcome } from './outcome.ts';
import { unansweredStarts } from './unanswered-starts.ts';

/** Sends what a form posts. Null: it did not get through, and its sender has deleted it meanwhile. */
export function submitForm(form: FormDefinition, posted: FormData): Promise<Outcome | null> {
  return whileSending(form.slug, () => post(form, posted));
}

async function post(form: FormDefinition, posted: FormData): Promise<Outcome | null> {
  const store = formStore(form);
  const answers = readValues(form, posted);
  const honeypot = posted.get(honeypotField);
  const body = JSON.stringify({
    formName: form.name,
    formData: honeypot ? { ...answers, [honeypotField]: honeypot } : answers,
    via: posted.get(viaName) ?? undefined,
  });
  const { draftId, waiting } = store.read();
  const key = await keyFor(form.slug, body, draftId);
  store.noteKey(key);
  const isSameAccident = store.answerOf(key, readSameAccident(posted.get(sameAccidentName)));
  // Claims about one accident are one submission; each message is one of its own. "No" is about what was begun by another form: an
  // earlier version of this one is the same claim.
  const starts = unansweredStarts(form);
  const earlier = keysOf(form.slug, draftId).filter((one) => one !== key && !starts.includes(one));
  const replaces = form.isClaim ? [...earlier, ...(isSameAccident === false ? [] : starts)] : [];
  const replaced = waiting && (waiting.key === key || form.isClaim) ? waiting.key : null;
  const sent = { key, body, replaces, isSameAccident };
  const { attempt, kept } = await sendForm(form, sent, replaced, store.ageMs());
  if (attempt.kind === 'accepted') markAccepted(form.slug, key);
  if (kept === 'kept' && attempt.kind === 'question') return { ...attempt, waitsAs: key };
  if (!isUnsent(attempt)) return attempt;
  return kept === 'deleted' ? null : { ...attempt, waitsAs: kept === 'kept' ? key : null };
}
