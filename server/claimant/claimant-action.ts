import type { Answers } from '#forms/form.ts';
import type { FieldErrors } from '#forms/read.ts';
import type { AuditAction } from '#server/audit/audit-event.ts';
import type { Engine } from '#server/database/database.ts';
import type { Tx } from '#server/database/schema.ts';
import type { SubmissionRow } from '#server/submissions/view/submission-reader.ts';

/** What a form of the page posted, by name; '' for what it did not. */
export type PostedForm = (name: string) => string;

/** `row` is locked until the transaction ends. `acknowledges`: senders get e-mails. */
export type ActionContext = {
  tx: Tx;
  engine: Engine;
  row: SubmissionRow;
  now: number;
  acknowledges: boolean;
  field: PostedForm;
};

type Column = 'withdrawn_at' | 'call_preference' | 'erasure_requested_at';
type AnswerColumn = 'erasure_answered_at' | 'erasure_answered_by' | 'erasure_answer';
type Update = Partial<Pick<SubmissionRow, Column | AnswerColumn>>;

/** The result within the transaction. `unchanged`: it was so before, as after a double click. */
export type ClaimantResult = Done | { kind: 'unchanged' } | Refused;

export type Done = {
  kind: 'done';
  action: AuditAction;
  /** Nothing that was typed. */
  details?: Record<string, string>;
  update?: Update;
  /** It has all answers that a claim needs, and had not before. */
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
