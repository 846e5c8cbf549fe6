import type { Context } from 'hono';
import { wireErrors } from '#forms/errors.ts';
import { findForm } from '#forms/forms.ts';
import { formAgeHeader } from '#forms/signals.ts';
import type { Accept } from '../accept/accept.ts';
import type { CameBy, Submission } from '../submission-store.ts';
import { answerTo } from './answers.ts';

type Body = { Variables: { body: unknown; address: string | null } };

/** Keys longer than this are not keys. */
const longestKey = 255;

/** POST /functions/v1/send-form-email `{ formName, formData }`: the shape of a Supabase function call. */
export function functionEndpoint(accept: Accept) {
  return async function sendFormEmail(c: Context<Body>): Promise<Response> {
    const { formName, formData } = asRecord(c.get('body'));
    return receive(c, { accept, formName, formData, cameBy: 'function' }, ({ reference, createdAt }, message) =>
      c.json({ message, reference, createdAt: new Date(createdAt).toISOString() }),
    );
  };
}

/** POST /rest/v1/form_submissions `{ form_name, form_data }`, or an array of one: the shape of a PostgREST insert. */
export function restEndpoint(accept: Accept) {
  return async function insertSubmission(c: Context<Body>): Promise<Response> {
    const body = c.get('body');
    if (Array.isArray(body) && body.length !== 1) return c.json({ message: wireErrors.oneRow }, 400);
    const { form_name: formName, form_data: formData } = asRecord(Array.isArray(body) ? body[0] : body);
    return receive(c, { accept, formName, formData, cameBy: 'rest' }, (submission) => {
      if (/return=(minimal|headers-only)/.test(c.req.header('prefer') ?? '')) return c.body(null, 201);
      const row = rowOf(submission, c.req.query('select'));
      return c.json(c.req.header('accept')?.includes('application/vnd.pgrst.object+json') ? row : [row], 201);
    });
  };
}

type Call = { accept: Accept; formName: unknown; formData: unknown; cameBy: CameBy };

async function receive(
  c: Context<Body>,
  call: Call,
  answer: (submission: Submission, message: string) => Response,
): Promise<Response> {
  const form = findForm(call.formName);
  if (!form) return c.json({ message: wireErrors.noSuchForm }, 404);
  const idempotencyKey = c.req.header('idempotency-key') || null;
  if (idempotencyKey && idempotencyKey.length > longestKey) return c.json({ message: wireErrors.keyTooLong }, 400);
  const acceptance = await call.accept({
    form,
    answers: asRecord(call.formData),
    idempotencyKey,
    cameBy: call.cameBy,
    address: c.get('address'),
    formAgeMs: readAge(c.req.header(formAgeHeader)),
  });
  const { status, retryAfterSeconds, ...said } = answerTo(acceptance);
  if (acceptance.kind === 'accepted' || acceptance.kind === 'repeated') return answer(acceptance.submission, said.message);
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds));
  return c.json(said, status);
}

/** What is no whole number of milliseconds tells nothing. */
function readAge(header: string | undefined): number | null {
  return header && /^\d{1,12}$/.test(header) ? Number(header) : null;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** The row as PostgREST would give it back, narrowed to the columns asked for. */
function rowOf({ id, formName, data, createdAt }: Submission, select: string | undefined): Record<string, unknown> {
  const row = { id, form_name: formName, form_data: data, created_at: new Date(createdAt).toISOString() };
  if (!select || select.includes('*')) return row;
  const wanted = new Set(select.split(',').map((name) => name.trim()));
  return Object.fromEntries(Object.entries(row).filter(([name]) => wanted.has(name)));
}
