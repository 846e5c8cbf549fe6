import { site } from '#content/site.ts';
import type { FieldErrors } from '#forms/read.ts';
import type { Acceptance } from './accept.ts';

export type Answer = {
  status: 200 | 409 | 422 | 503;
  /** Fit to show to a visitor. */
  message: string;
  reference?: string;
  fields?: FieldErrors;
};

/** What a visitor is told, and with which status, for each outcome. */
export function answerTo(acceptance: Acceptance): Answer {
  switch (acceptance.kind) {
    case 'accepted':
    case 'repeated':
      return {
        status: 200,
        message: 'Thank you! We have received your message and will be in touch shortly.',
        reference: acceptance.submission.reference,
      };
    case 'invalid':
      return { status: 422, message: 'Please check the answers marked below.', fields: acceptance.errors };
    case 'conflict':
      return { status: 409, message: 'This form was already sent with other answers. Please reload the page and send it again.' };
    case 'unavailable':
      return {
        status: 503,
        message: `We could not save your message just now. Please try again, or call ${site.helpline.display}.`,
      };
  }
}
