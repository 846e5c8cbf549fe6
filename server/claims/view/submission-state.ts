import { hash } from 'node:crypto';
import type { SubmissionRow } from './submission-reader.ts';

/** The columns whose change makes a submission another one to those who decide what is done with it. */
const columns = [
  ...(['contacted_at', 'closed_at', 'not_pursued_at', 'withdrawn_at', 'quarantined_at', 'assigned_to'] as const),
  ...(['next_at', 'next_kind', 'next_by', 'attempt_count', 'spoke_at', 'calling_by', 'calling_until'] as const),
  ...(['claimant_update_at', 'update_answered_at', 'erasure_requested_at', 'erasure_answered_at'] as const),
] satisfies (keyof SubmissionRow)[];

/** The state of a submission in a few letters, which a page posts so that what was changed since is not acted on unseen. */
export function stateOf(row: SubmissionRow): string {
  return hash('sha256', JSON.stringify(columns.map((column) => row[column])), 'base64url').slice(0, 12);
}
