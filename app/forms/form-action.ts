import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from 'react-router';
import { servicesContext } from '#app/context/context.ts';
import { fieldWarnings } from '#forms/field-warning.ts';
import { type FormDefinition, fieldsOf } from '#forms/form.ts';
import { readSameAccident, sameAccidentName } from '#forms/same-accident.ts';
import { honeypotField } from '#forms/signals.ts';
import { storedLines } from '#forms/typed-text.ts';
import { type ShownSource, viaName } from '#forms/via.ts';
import type { Outcome } from './outcome.ts';

/** `source`: who sent the visitor, where nothing was accepted. */
type PostedOutcome = Outcome & { source?: ShownSource };

/** The route's action, for a form posted without JavaScript: accepts the submission and returns the outcome for the rendered page. */
export async function formAction(form: FormDefinition, { request, context }: ActionFunctionArgs) {
  const posted = await request.formData();
  const answers = readPosted(form, posted);
  const isSameAccident = readSameAccident(posted.get(sameAccidentName));
  const via = posted.get(viaName);
  const { accept, showSource, responseOf, linkOf, cookiesOf } = context.get(servicesContext);
  const acceptance = await accept({ form, answers, idempotencyKey: null, cameBy: 'page', isSameAccident, via });
  if (acceptance.kind === 'accepted' || acceptance.kind === 'duplicate') {
    const { reference, createdAt, dueAt } = acceptance.submission;
    const headers = cookiesOf(acceptance.submission).map((cookie): [string, string] => ['Set-Cookie', cookie]);
    const phone = form.isClaim ? answers.phone : undefined;
    const added = acceptance.isAddition || undefined;
    const told = { reference, createdAt, dueAt, phone, added };
    const outcome: Outcome = { kind: 'accepted', ...told, ...linkOf(acceptance.submission) };
    return data<PostedOutcome>(outcome, { headers });
  }
  const response = responseOf(acceptance, form, answers);
  const sent = { values: answers, warnings: fieldWarnings(form, answers, Date.now()) };
  const outcome: Outcome =
    acceptance.kind === 'invalid'
      ? { kind: 'invalid', message: response.message, errors: acceptance.errors, ...sent }
      : { kind: acceptance.kind === 'question' ? 'question' : 'refused', message: response.message, ...sent };
  const wait = response.retryAfterSeconds;
  // The page of this response says it again, for the next attempt.
  const source = await showSource(via);
  return data<PostedOutcome>(source ? { ...outcome, source } : outcome, {
    status: response.status,
    ...(wait !== undefined && { headers: { 'Retry-After': String(wait) } }),
  });
}

/** Who sent the visitor, by the link to a page with a form: null where it names nobody, undefined where it has no such parameter. */
export function sourceOfLink({ request, context }: LoaderFunctionArgs): Promise<ShownSource | null> | undefined {
  const via = new URL(request.url).searchParams.get(viaName);
  return via === null ? undefined : context.get(servicesContext).showSource(via);
}

/** The form's own text fields and the honeypot, as they were posted. */
function readPosted(form: FormDefinition, posted: FormData): Record<string, string> {
  const answers: Record<string, string> = {};
  for (const name of [...fieldsOf(form).map((field) => field.name), honeypotField]) {
    const value = posted.get(name);
    if (typeof value === 'string') answers[name] = storedLines(value);
  }
  // Of radio buttons without a choice a page posts nothing. Its visitor is there to be asked.
  for (const { name, required, isOwn } of fieldsOf(form)) if (required && isOwn) answers[name] ??= '';
  return answers;
}
