import type { FieldErrors } from '#forms/read.ts';
import { sameAccidentHeader } from '#forms/same-accident.ts';
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
      /** It was saved into a claim that was there. */
      added?: boolean | undefined;
    }
  /** The server asks whether it is about the same accident as another claim, and has stored nothing. */
  | { kind: 'question'; message: string }
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
  /** There was no response, so the server may have it all the same; not where the device had no connection to send it by. */
  | { kind: 'unreachable'; isOffline?: boolean };

export function isUnsent(attempt: { kind: string }): attempt is Unsent {
  return ['later', 'foreign', 'unreachable'].includes(attempt.kind);
}

/** Whether our server may have a submission that did not get through. */
export function isAnswerLost(unsent: Unsent): boolean {
  return unsent.kind === 'foreign' || (unsent.kind === 'unreachable' && !unsent.isOffline);
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
  /** The answer to the server's question whether it is about the same accident as another claim. */
  isSameAccident?: boolean | undefined;
  /** Milliseconds since the form could first be used, where a person sends it. */
  formAgeMs?: number;
}): Promise<Attempt> {
  const { url, key, body, replaces = [], isSameAccident, formAgeMs } = submission;
  const headers = {
    'Content-Type': 'application/json',
    'Idempotency-Key': key,
    ...(replaces.length > 0 && { Replaces: replaces.join(', ') }),
    ...(isSameAccident !== undefined && { [sameAccidentHeader]: isSameAccident ? 'yes' : 'no' }),
    ...(formAgeMs !== undefined && { [formAgeHeader]: String(Math.round(formAgeMs)) }),
  };
  const isOffline = navigator.onLine === false;
  try {
    return await readAttempt(await fetchInTime(url, { method: 'POST', headers, body }, timeoutMs));
  } catch {
    return { kind: 'unreachable', isOffline };
  }
}

async function readAttempt(response: Response): Promise<Attempt> {
  const answer = await readOwnResponse('json', response);
  if (!answer) return { kind: 'foreign' };
  const { status, body, message, isForLater, retryAfterSeconds } = answer;
  if (response.ok && typeof body.reference === 'string') {
    const { reference, link, emailed } = body as { reference: string; link?: string; emailed?: boolean };
    const added = body.added === true ? true : undefined;
    return { kind: 'accepted', reference, createdAt: Date.parse(String(body.createdAt)) || null, link, emailed, added };
  }
  if (status === 422 && body.fields instanceof Object) {
    return { kind: 'invalid', message, errors: body.fields as Record<string, string> };
  }
  if (body.question === 'same-accident') return { kind: 'question', message };
  return isForLater ? { kind: 'later', message, retryAfterSeconds } : { kind: 'refused', message };
}
