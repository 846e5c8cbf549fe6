import { setTimeout as pause } from 'node:timers/promises';
import { claim } from '#forms/claim.ts';
import { type Answers, type Field, type FormDefinition, fieldsOf } from '#forms/form.ts';
import type { App } from '#server/core/app.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import { whyNotStored } from './accept-canary.ts';
import { canaryHeader, makeMark } from './canary-mark.ts';
import { type CanaryFailure, findRun } from './canary-runs.ts';

const endpointPath = '/functions/v1/send-form-email';

/** The endpoint answers in milliseconds; one that takes longer than this is of no use to a visitor. */
const answerMs = 15_000;

/** Sends one claim and follows it until it has arrived; returns where it failed. Its email comes back where a mailbox is set. */
export async function traceClaim(app: App, id: string, url: string): Promise<CanaryFailure | null> {
  const { toSend, toArrive } = app.limits.canary;
  const { canaryTo, imapUrl, inboundSecret } = app.env;
  const refused = await post(app, id, url);
  if (refused) return refused;
  const sent = await until(app, id, toSend, ({ sent_at, detail }) => sent_at !== null || detail !== null);
  if (sent?.taken_at === null) return { step: 'job', detail: 'No job took it.' };
  if (!sent || sent.sent_at === null) return { step: 'mailer', detail: sent?.detail ?? 'The mail server took too long.' };
  if (canaryTo === null || (imapUrl ?? inboundSecret) === null) return null;
  const arrived = await until(app, id, toArrive, ({ arrived_at }) => arrived_at !== null);
  return arrived?.arrived_at ? null : { step: 'mailbox', detail: 'It was sent, and did not come back.' };
}

async function post(app: App, id: string, url: string): Promise<CanaryFailure | null> {
  try {
    const response = await fetch(url + endpointPath, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [canaryHeader]: makeMark(app, 'claim', id) },
      body: JSON.stringify({ formName: claim.name, formData: canaryAnswers(claim) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
    });
    const { reference } = (await response.json().catch(() => ({}))) as { reference?: string };
    if (response.status === 503) return { step: 'store', detail: whyNotStored(app) };
    return response.ok && reference ? null : { step: 'endpoint', detail: `It answers ${response.status}.` };
  } catch (error) {
    const { cause } = error as { cause?: unknown };
    return { step: 'endpoint', detail: errorMessage(cause ?? error) };
  }
}

/** Looks at the run until something holds of it or the time is over; returns it as it is then. */
async function until(app: App, id: string, withinMs: number, holds: (run: Run) => boolean) {
  for (const end = performance.now() + withinMs; ; await pause(app.limits.canary.look, null, { ref: false })) {
    const run = await findRun(app, id);
    if (!run || holds(run) || performance.now() > end) return run;
  }
}

type Run = NonNullable<Awaited<ReturnType<typeof findRun>>>;

/** Answers that the form takes, whatever its fields: nobody's, with a phone number reserved for drama and a domain reserved for documentation. */
export function canaryAnswers(form: FormDefinition): Answers {
  return Object.fromEntries(fieldsOf(form).map((field) => [field.name, answerTo(field)]));
}

function answerTo({ type, label, options, defaultValue }: Field): string {
  if (options) return options[0]?.value ?? '';
  if (defaultValue !== undefined) return defaultValue;
  switch (type) {
    case 'email':
      return 'canary@example.com';
    case 'tel':
      return '07700 900000';
    case 'date':
      return '2026-01-01';
    case 'time':
      return '12:00';
    case 'number':
      return '2020';
    case 'checkbox':
      return 'yes';
    default:
      return `Test: ${label}`;
  }
}
