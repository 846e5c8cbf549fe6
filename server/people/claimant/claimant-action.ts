import type { Answers } from '#forms/form.ts';
import type { FieldErrors } from '#forms/read.ts';
import type { EmailQuotas } from '#server/claims/accept/email-quotas.ts';
import type { SubmissionRow } from '#server/claims/view/submission-reader.ts';
import type { ClaimantEvent } from '#server/core/audit/audit-event.ts';
import type { Tx } from '#server/core/database/schema.ts';

/** Returns what a form of the page posted under a name; '' where it posted nothing. */
export type PostedForm = (name: string) => string;

/**
 * What an action works with. `row` is locked until the transaction ends. `emailsSenders`: senders of a form get e-mails, as far as the
 * quotas allow those that come from this IP address.
 */
export type ActionContext = {
  tx: Tx;
  row: SubmissionRow;
  now: number;
  emailsSenders: boolean;
  quotas: EmailQuotas;
  network: string | null;
  field: PostedForm;
};

type Column = 'withdrawn_at' | 'call_preference' | 'erasure_requested_at';
type AnswerColumn = 'erasure_answered_at' | 'erasure_answered_by' | 'erasure_answer';
type Update = Partial<Pick<SubmissionRow, Column | AnswerColumn>>;

/** What an action came to, within its transaction. `unchanged`: nothing had to be done, as after a double click. */
export type ClaimantResult = Done | { kind: 'unchanged' } | Refused;

export type Done = {
  kind: 'done';
  action: ClaimantEvent;
  /** The details of the audit event. They must never contain what a person typed. */
  details?: Record<string, string>;
  update?: Update;
  /** The claim has all required answers now, and did not have them before. */
  isCompleted?: boolean;
  /** An e-mail to the claimant was stored. */
  hasEmail?: boolean;
};

/** `current`: what is stored of the answers that were changed meanwhile. */
type Refused = { kind: 'refused'; message: string; errors?: FieldErrors; current?: Answers };

export type ClaimantAction = (context: ActionContext) => Promise<ClaimantResult> | ClaimantResult;

export function refused(message: string, errors: FieldErrors = {}, current: Answers = {}): ClaimantResult {
  return { kind: 'refused', message, errors, current };
}
