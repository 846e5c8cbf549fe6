import { isEmailShaped } from '#forms/email-shape.ts';
import type { FormDefinition } from '#forms/form.ts';
import { formAgeHeader, trapField } from '#forms/signals.ts';
import { readValues } from './form-values.ts';
import type { Outcome } from './outcome.ts';
import { keyFor } from './send-key.ts';

/** How long a visitor waits for an answer before being told that none came. */
export const timeoutMs = 20_000;

/** The route's clientAction: sends the form by script. */
export async function send(form: FormDefinition, posted: FormData): Promise<Outcome> {
  const answers = readValues(form, posted);
  if (answers.email && !isEmailShaped(answers.email)) return { kind: 'invalid-email' };
  const trap = posted.get(trapField);
  const body = JSON.stringify({ formName: form.name, formData: trap ? { ...answers, [trapField]: trap } : answers });
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), timeoutMs);
  try {
    const key = await keyFor(form.slug, String(posted.get(keyField) ?? ''), body);
    const response = await fetch('/functions/v1/send-form-email', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key, ...ageOf(posted) },
      body,
      signal: patience.signal,
    });
    return await read(response);
  } catch {
    return { kind: 'unreachable' };
  } finally {
    clearTimeout(timer);
  }
}

/** Not fields of any form: they travel in headers. */
export const keyField = 'idempotencyKey';
export const ageField = 'formOpenedAt';

/** On the page's own clock: the device's may be put back while somebody types. */
function ageOf(posted: FormData): Record<string, string> {
  const openedAt = Number(posted.get(ageField));
  return openedAt > 0 ? { [formAgeHeader]: String(Math.round(performance.now() - openedAt)) } : {};
}

async function read(response: Response): Promise<Outcome> {
  const body: unknown = await response.json().catch(() => null);
  const said = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  if (response.ok && typeof said.reference === 'string')
    return { kind: 'accepted', reference: said.reference, sentAt: Date.now() };
  const message = typeof said.message === 'string' ? said.message : '';
  if (response.status === 422 && typeof said.fields === 'object' && said.fields !== null) {
    return { kind: 'invalid', message, errors: said.fields as Record<string, string> };
  }
  return { kind: 'refused', message };
}
