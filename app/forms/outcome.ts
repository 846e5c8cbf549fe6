import type { Notice } from '#app/ui/notice/notices.ts';
import { isEmailShaped } from '#forms/email-shape.ts';
import { notices, unreachable } from '#forms/errors.ts';
import { type FormData as Answers, type FormDefinition, fieldsOf } from '#forms/form.ts';
import type { FieldErrors } from '#forms/read.ts';

/** What became of one submission of a form, by script or by a whole page. */
export type Outcome =
  /** Stored. `createdAt` in milliseconds by the server's clock; null where the answer did not say. */
  | { kind: 'accepted'; reference: string; createdAt: number | null }
  /** Held back before any request: an email address has not the shape of one. */
  | { kind: 'invalid-email'; errors: FieldErrors }
  /** Not taken: `errors` by field name; `values` come back where a whole page does. */
  | { kind: 'invalid'; message: string; errors: FieldErrors; values?: Answers }
  /** The server answered that it could not. */
  | { kind: 'refused'; message: string; values?: Answers }
  /** No answer came. */
  | { kind: 'unreachable' };

export type Accepted = Extract<Outcome, { kind: 'accepted' }>;

/** The specification's check before sending: null where nothing is wrong with it. */
export function invalidEmail(form: FormDefinition, values: Answers): Outcome | null {
  const malformed = fieldsOf(form).filter(({ type, name }) => type === 'email' && values[name] && !isEmailShaped(values[name]));
  if (malformed.length === 0) return null;
  return {
    kind: 'invalid-email',
    errors: Object.fromEntries(malformed.map(({ name }) => [name, notices.invalidEmail.description])),
  };
}

export function errorsOf(outcome: Outcome | null): FieldErrors {
  return outcome && 'errors' in outcome ? outcome.errors : {};
}

/** The notice that the specification has for an outcome. */
export function noticeFor(outcome: Outcome): Notice {
  switch (outcome.kind) {
    case 'accepted':
      return { tone: 'good', ...notices.success };
    case 'invalid-email':
      return { tone: 'destructive', ...notices.invalidEmail };
    case 'unreachable':
      return { ...failure(notices.failure.fallback), extra: unreachable };
    default:
      return failure(outcome.message ? notices.failure.email(outcome.message) : notices.failure.fallback);
  }
}

function failure(description: string): Notice {
  return { tone: 'destructive', title: notices.failure.title, description };
}
