import type { Context } from 'hono';
import { wireErrors } from '#forms/errors.ts';
import type { FormDefinition } from '#forms/form.ts';
import { findForm } from '#forms/forms.ts';
import { messagesFor } from '#forms/messages.ts';
import { notices } from '#forms/notices.ts';
import type { FieldErrors } from '#forms/read.ts';
import { readSameAccident, sameAccidentHeader } from '#forms/same-accident.ts';
import { formAgeHeader } from '#forms/signals.ts';
import { storeRetrySeconds } from '#server/core/database/store-errors.ts';
import type { Accept, Acceptance } from '../accept/accept.ts';
import type { CameBy, Submission } from '../stored-submission.ts';

type Body = { Variables: { body: unknown; address: string | null } };

/** The private link of a submission, and whether it is sent by e-mail too; null where it has none. */
type ReceiptLinkOf = (submission: Submission) => { link: string | null; emailed: boolean } | null;

/** The cookies that the response to a submission sets; none for most. */
type ReceiptCookiesOf = (submission: Submission) => string[];

/** What takes a claim that the product sends itself, by its mark; null where that is not ours. */
type AcceptCanary = (mark: string) => Accept | null;

/** The longest idempotency key, in characters. */
const longestKey = 255;

/** The least length of a key in `Replaces`: a shorter one could be guessed, and would replace a stranger's submission. */
const minReplacedLength = 32;

/** The most keys in `Replaces`: more attempts than anybody makes. */
const maxReplaced = 10;

/** POST /functions/v1/send-form-email `{ formName, formData }`: the shape of a Supabase function call. `via` may be beside them. */
export function functionEndpoint(
  acceptVisitors: Accept,
  linkOf: ReceiptLinkOf,
  cookiesOf: ReceiptCookiesOf,
  acceptCanary: AcceptCanary = () => null,
) {
  return async function sendFormEmail(c: Context<Body>): Promise<Response> {
    const { formName, formData, via } = asRecord(c.get('body'));
    const cookie = c.req.header('cookie') ?? null;
    const mark = c.req.header('kerbside-canary');
    const accept = mark === undefined ? acceptVisitors : acceptCanary(mark);
    if (!accept) return c.json({ message: 'This mark was not made here.' }, 403);
    return respond(c, { accept, formName, formData, via, cameBy: 'function', cookie }, (submission, message, isAddition) => {
      const { reference, createdAt, dueAt } = submission;
      for (const newCookie of cookiesOf(submission)) c.header('Set-Cookie', newCookie, { append: true });
      const added = isAddition ? { added: true } : null;
      const due = dueAt === null ? null : { dueAt: isoTime(dueAt) };
      return c.json({ message, reference, createdAt: isoTime(createdAt), ...due, ...linkOf(submission), ...added });
    });
  };
}

/** POST /rest/v1/form_submissions `{ form_name, form_data }`, or an array of one: the shape of a PostgREST insert. */
export function restEndpoint(accept: Accept) {
  return async function insertSubmission(c: Context<Body>): Promise<Response> {
    const body = c.get('body');
    if (Array.isArray(body) && body.length !== 1) return c.json({ message: wireErrors.oneRow }, 400);
    const { form_name: formName, form_data: formData, via } = asRecord(Array.isArray(body) ? body[0] : body);
    return respond(c, { accept, formName, formData, via, cameBy: 'rest' }, (submission) => {
      if (/return=(minimal|headers-only)/.test(c.req.header('prefer') ?? '')) return c.body(null, 201);
      const row = rowOf({ ...submission, formName: String(formName) }, c.req.query('select'));
      return c.json(c.req.header('accept')?.includes('application/vnd.pgrst.object+json') ? row : [row], 201);
    });
  };
}

type Call = { accept: Accept; formName: unknown; formData: unknown; via: unknown; cameBy: CameBy; cookie?: string | null };

async function respond(
  c: Context<Body>,
  call: Call,
  success: (submission: Submission, message: string, isAddition: boolean) => Response,
): Promise<Response> {
  const form = findForm(call.formName);
  if (!form) return c.json({ message: wireErrors.noSuchForm }, 404);
  const idempotencyKey = c.req.header('idempotency-key') || null;
  if (idempotencyKey && idempotencyKey.length > longestKey) return c.json({ message: wireErrors.keyTooLong }, 400);
  const answers = asRecord(call.formData);
  const acceptance = await call.accept({
    form,
    answers,
    idempotencyKey,
    cameBy: call.cameBy,
    via: call.via,
    address: c.get('address'),
    formAgeMs: readAge(c.req.header(formAgeHeader)),
    cookie: call.cookie ?? null,
    replaces: readKeys(c.req.header('replaces')),
    isSameAccident: readSameAccident(c.req.header(sameAccidentHeader)),
  });
  const { status, retryAfterSeconds, ...body } = responseOf(acceptance, form, answers);
  if (acceptance.kind === 'accepted' || acceptance.kind === 'duplicate')
    return success(acceptance.submission, body.message, acceptance.isAddition ?? false);
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds));
  return c.json(body, status);
}

/**
 * Reads idempotency keys that are separated by commas. Invalid ones are ignored, because a submission must not be lost for a header.
 */
function readKeys(header = ''): string[] {
  const keys = header.split(',').map((key) => key.trim());
  return [...new Set(keys.filter(({ length }) => length >= minReplacedLength && length <= longestKey))].slice(0, maxReplaced);
}

/** Reads the age of the form. Anything but a whole number of milliseconds is ignored. */
function readAge(header: string | undefined): number | null {
  return header && /^\d{1,12}$/.test(header) ? Number(header) : null;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}

/** The row as PostgREST would return it, with the columns of `select`. */
function rowOf({ id, formName, data, createdAt }: Submission, select: string | undefined): Record<string, unknown> {
  const row = { id, form_name: formName, form_data: data, created_at: isoTime(createdAt) };
  if (!select || select.includes('*')) return row;
  const wanted = new Set(select.split(',').map((name) => name.trim()));
  return Object.fromEntries(Object.entries(row).filter(([name]) => wanted.has(name)));
}

/** The response to a submission, whichever way it came. */
type SubmissionResponse = {
  status: 200 | 409 | 422 | 429 | 503;
  /** A sentence for the visitor. */
  message: string;
  reference?: string;
  fields?: FieldErrors;
  /** What the sender has to say before it is stored, and when the claim of before was made. */
  question?: 'same-accident';
  createdAt?: string;
  retryAfterSeconds?: number;
};

/** In the language of the page that has sent the answers. */
export function responseOf(acceptance: Acceptance, form: FormDefinition, answers: Record<string, unknown>): SubmissionResponse {
  const { refusals, sameAccident } = messagesFor(form, answers);
  switch (acceptance.kind) {
    case 'accepted':
    case 'duplicate':
      return {
        status: 200,
        message: notices.success.description,
        reference: acceptance.submission.reference,
      };
    case 'invalid':
      return { status: 422, message: refusals.checkAnswers, fields: acceptance.errors };
    case 'conflict':
      return { status: 409, message: refusals.sentWithOtherAnswers };
    case 'question': {
      const { reference, createdAt } = acceptance;
      const message = sameAccident(reference, createdAt);
      return { status: 409, message, question: 'same-accident', reference, createdAt: new Date(createdAt).toISOString() };
    }
    case 'limited': {
      const { retryAfterSeconds } = acceptance;
      return { status: 429, message: refusals.tooManyFromAddress(retryAfterSeconds), retryAfterSeconds };
    }
    case 'unavailable':
      return { status: 503, message: refusals.notSaved, retryAfterSeconds: storeRetrySeconds };
  }
}
