import { sameAccidentHeader } from '#forms/same-accident.ts';
import { formAgeHeader } from '#forms/signals.ts';
import type { Attempt } from './attempt.ts';
import { fetchInTime } from './fetch-in-time.ts';
import { readOwnResponse } from './own-answer.ts';

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
    const [createdAt, dueAt] = [body.createdAt, body.dueAt].map((time) => Date.parse(String(time)) || null);
    return { kind: 'accepted', reference, createdAt: createdAt ?? null, dueAt, link, emailed, added };
  }
  if (status === 422 && body.fields instanceof Object) {
    return { kind: 'invalid', message, errors: body.fields as Record<string, string> };
  }
  if (body.question === 'same-accident') return { kind: 'question', message };
  return isForLater ? { kind: 'later', message, retryAfterSeconds } : { kind: 'refused', message };
}
