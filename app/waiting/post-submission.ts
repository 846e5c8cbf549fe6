import type { FieldErrors } from '#forms/read.ts';
import { formAgeHeader } from '#forms/signals.ts';
import { fetchInTime } from './fetch-in-time.ts';
import { readOwnResponse } from './own-answer.ts';

/** The result of one attempt to send a submission. */
export type Attempt =
  /**
   * It was stored. `createdAt` is in milliseconds by the server's clock; null where the response did not say. `link` is the private
   * link of a claim.
   */
  | {
      kind: 'accepted';
      reference: string;
      createdAt: number | null;
      link?: string | null | undefined;
      emailed?: boolean | undefined;
    }
  /** It was rejected; `errors` by field name. */
  | { kind: 'invalid'; message: string; errors: FieldErrors }
  /** Our server would answer the same submission in the same way again. */
  | { kind: 'refused'; message: string }
  | Unsent;

/** A submission that did not get through, and may another time. */
export type Unsent =
  /** Our server cannot take it now. */
  | { kind: 'later'; message: string; retryAfterSeconds: number | null }
  /** Another server has answered in the place of ours. */
  | { kind: 'foreign' }
  /** There was no response. */
  | { kind: 'unreachable' };

export function isUnsent(attempt: { kind: string }): attempt is Unsent {
  return ['later', 'foreign', 'unreachable'].includes(attempt.kind);
}

export const formEndpoint = '/functions/v1/send-form-email';

/** The request timeout. */
const timeoutMs = 20_000;

/** Posts JSON to one of our endpoints. The same key with the same body is stored once, however often it is posted. */
export async function postSubmission(submission: {
  url: string;
  key: string;
  body: string;
  /** The keys of submissions that it takes the place of: the server may have any of them without the sender knowing. */
  replaces?: string[];
  /** Milliseconds since the form could first be used, where a person sends it. */
  formAgeMs?: number;
}): Promise<Attempt> {
  const { url, key, body, replaces = [], formAgeMs } = submission;
  const headers = {
    'Content-Type': 'application/json',
    'Idempotency-Key': key,
    ...(replaces.length > 0 && { Replaces: replaces.join(', ') }),
    ...(formAgeMs !== undefined && { [formAgeHeader]: String(Math.round(formAgeMs)) }),
  };
  try {
    return await readAttempt(await fetchInTime(url, { method: 'POST', headers, body }, timeoutMs));
  } catch {
    return { kind: 'unreachable' };
  }
}

async function readAttempt(response: Response): Promise<Attempt> {
  const answer = await readOwnResponse('json', response);
  if (!answer) return { kind: 'foreign' };
  const { status, body, message, isForLater, retryAfterSeconds } = answer;
  if (response.ok && typeof body.reference === 'string') {
    const { reference, link, emailed } = body as { reference: string; link?: string; emailed?: boolean };
    return { kind: 'accepted', reference, createdAt: Date.parse(String(body.createdAt)) || null, link, emailed };
  }
  if (status === 422 && body.fields instanceof Object) {
    return { kind: 'invalid', message, errors: body.fields as Record<string, string> };
  }
  return isForLater ? { kind: 'later', message, retryAfterSeconds } : { kind: 'refused', message };
}
