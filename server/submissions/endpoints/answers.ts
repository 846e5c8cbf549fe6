import { notices, refusals } from '#forms/errors.ts';
import type { FieldErrors } from '#forms/read.ts';
import type { Acceptance } from '../accept/accept.ts';

export type Answer = {
  status: 200 | 409 | 422 | 429 | 503;
  /** Fit to show to a visitor. */
  message: string;
  reference?: string;
  fields?: FieldErrors;
  retryAfterSeconds?: number;
};

/** When a store that failed is worth another try. */
const storeRetrySeconds = 30;

/** What a visitor is told, and with which status, for each outcome. */
export function answerTo(acceptance: Acceptance): Answer {
  switch (acceptance.kind) {
    case 'accepted':
    case 'repeated':
      return {
        status: 200,
        message: notices.success.description,
        reference: acceptance.submission.reference,
      };
    case 'invalid':
      return { status: 422, message: refusals.checkAnswers, fields: acceptance.errors };
    case 'conflict':
      return { status: 409, message: refusals.sentWithOtherAnswers };
    case 'limited': {
      const { by, retryAfterSeconds } = acceptance;
      const message = by === 'email' ? refusals.tooManyFromEmail : refusals.tooManyFromAddress;
      return { status: 429, message: message(retryAfterSeconds), retryAfterSeconds };
    }
    case 'unavailable':
      return { status: 503, message: refusals.notSaved, retryAfterSeconds: storeRetrySeconds };
  }
}
