import type { FieldErrors } from '#forms/read.ts';
import { formAgeHeader } from '#forms/signals.ts';
import { fetchInTime } from './fetch-in-time.ts';

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
  /** The server answered with an error. `isFinal`: the same submission would be answered in the same way again. */
  | { kind: 'refused'; message: string; isFinal: boolean }
  /** There was no response. */
  | { kind: 'unreachable' };

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
  const body = Object(await response.json().catch(() => null)) as Record<string, unknown>;
  if (response.ok && typeof body.reference === 'string') {
    const { reference, link, emailed } = body as { reference: string; link?: string; emailed?: boolean };
    return { kind: 'accepted', reference, createdAt: Date.parse(String(body.createdAt)) || null, link, emailed };
  }
  const { status } = response;
  const message = typeof body.message === 'string' ? body.message : '';
  if (status === 422 && body.fields instanceof Object) {
    return { kind: 'invalid', message, errors: body.fields as Record<string, string> };
  }
  // The response of a proxy, a gateway or the sign-in page of a Wi-Fi network has no message of ours, or not the id of our request.
  const isOurs = message !== '' && response.headers.has('x-request-id');
  const isFinal = isOurs && status >= 400 && status < 500 && ![408, 425, 429].includes(status);
  return { kind: 'refused', message, isFinal };
}
