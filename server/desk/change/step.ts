import type { Staff } from '#server/auth/staff.ts';
import type { Tx } from '#server/database/schema.ts';
import type { Change } from '../outcome.ts';
import type { SubmissionRow } from '../submission/store.ts';
import type { ChangeStore } from './store.ts';

/**
 * What a change needs to know. `row` is held: nobody else changes it meanwhile. `isAssignable`: whoever it is to be assigned to has
 * an open account, which stays open until the end of the transaction.
 */
export type Context = {
  tx: Tx;
  store: ChangeStore;
  staff: Staff;
  row: SubmissionRow;
  isAssignable: boolean;
  now: number;
};

/**
 * What became of it within the transaction. `refused` has words where they are known here; with null somebody was quicker,
 * and the audit trail tells who. `details` are for that trail and hold nothing that a visitor typed.
 */
export type Step =
  | { kind: 'done'; undo: Change | null; details?: Record<string, string | null>; isLetterDue?: boolean }
  | { kind: 'refused'; words: string | null };

export const refused = (words: string | null = null): Step => ({ kind: 'refused', words });
