import type { Notice } from '#app/ui/notice/notices.ts';
import type { Unsent } from '#app/waiting/attempt.ts';
import type { Accepted as Confirmed, WaitingSubmission } from '#app/waiting/waiting-submission.ts';
import { isEmailShaped } from '#forms/email-shape.ts';
import type { FieldWarnings } from '#forms/field-warning.ts';
import { type Answers, type FormDefinition, fieldsOf } from '#forms/form.ts';
import { notices } from '#forms/notices.ts';
import type { FieldErrors } from '#forms/read.ts';

/** The outcome of submitting a form, with or without JavaScript. */
export type Outcome =
  | Accepted
  /** The form was not sent, because an e-mail address is malformed. */
  | { kind: 'invalid-email'; errors: FieldErrors }
  /** The answers were rejected: `errors` by field name. */
  | ({ kind: 'invalid'; message: string; errors: FieldErrors } & OfPage)
  /** Our server refuses it. */
  | ({ kind: 'refused'; message: string } & OfPage)
  /** Our server asks whether it is about the same accident as another claim. */
  | ({ kind: 'question'; message: string } & OfPage & Waits)
  /** It did not get through. */
  | (Unsent & Waits);

/** What was sent, and what is unlikely in it, where the outcome is that of a whole page. */
type OfPage = { values?: Answers; warnings?: FieldWarnings };

/** The key by which the submission waits on this device; null where the browser stores nothing; absent where it need not wait. */
type Waits = { waitsAs?: string | null };

/** An accepted submission. `phone`: the number that its sender gave, which we call about a claim. */
export type Accepted = Confirmed & { phone?: string | undefined };

/** What a form sends, as its visitors would call it. */
export function nounOf({ isClaim }: FormDefinition): WaitingSubmission['what'] {
  return isClaim ? 'claim' : 'message';
}

/** Checks e-mail addresses before sending, as the specification wants it; null where they are well-formed. */
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

/** The specification's notice for an outcome. */
export function noticeFor(outcome: Outcome): Notice {
  switch (outcome.kind) {
    case 'accepted':
      return { tone: 'good', ...notices.success };
    case 'invalid-email':
      return { tone: 'destructive', ...notices.invalidEmail };
    case 'question':
      return { tone: 'plain', title: 'One question first', description: outcome.message };
    case 'unreachable':
    case 'foreign':
      return failure(notices.failure.fallback);
    default:
      return failure(outcome.message ? notices.failure.email(outcome.message) : notices.failure.fallback);
  }
}

function failure(description: string): Notice {
  return { tone: 'destructive', title: notices.failure.title, description };
}
