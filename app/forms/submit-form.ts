import type { FormDefinition } from '#forms/form.ts';
import { formAgeHeader, honeypotField } from '#forms/signals.ts';
import { formStore } from './form-store.ts';
import { readValues } from './form-values.ts';
import { keyFor, markAccepted } from './idempotency-key.ts';
import type { Accepted, Outcome } from './outcome.ts';

/** The request timeout. */
const timeoutMs = 20_000;

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
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  try {
    const key = await keyFor(form.slug, body);
    const response = await fetch('/functions/v1/send-form-email', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
        [formAgeHeader]: String(Math.round(formStore(form).ageMs())),
      },
      body,
      signal: timeout.signal,
    });
    const outcome = await readOutcome(response);
    if (outcome.kind === 'accepted') markAccepted(form.slug, key);
    return outcome;
  } catch {
    return { kind: 'unreachable' };
  } finally {
    clearTimeout(timer);
  }
}

async function readOutcome(response: Response): Promise<Outcome> {
  const body = Object(await response.json().catch(() => null)) as Record<string, unknown>;
  if (response.ok && typeof body.reference === 'string') {
    const { reference, link, emailed } = body as Accepted;
    return { kind: 'accepted', reference, createdAt: Date.parse(String(body.createdAt)) || null, link, emailed };
  }
  const message = typeof body.message === 'string' ? body.message : '';
  if (response.status === 422 && body.fields instanceof Object) {
    return { kind: 'invalid', message, errors: body.fields as Record<string, string> };
  }
  return { kind: 'refused', message };
}
