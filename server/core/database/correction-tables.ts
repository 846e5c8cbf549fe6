import type { Generated } from 'kysely';

export type CorrectionTables = {
  /** The actions of staff on a claim that can be undone, for as long as they can be. */
  done_actions: {
    id: string;
    submission_id: string;
    at: number;
    by: string;
    action: string;
    /** The action that undoes it, with its fields, as JSON. */
    undo: string;
    /** The submission's columns that it changed, as JSON: their values before it, and after it. */
    before: string;
    after: string;
    undone_at: number | null;
    /** The same in all actions that were one act on several submissions; null where it was an act on this one. */
    batch: Generated<string | null>;
  };
  /** Each answer that was changed after it was sent. The submission has the newest value; `old` of the first is what was sent. */
  corrections: {
    id: string;
    submission_id: string;
    field: string;
    /** Empty where it had not been answered. */
    old: string;
    new: string;
    at: number;
    /** `claimant`, or the id of a member of staff. */
    by: string;
    undone_at: number | null;
    undone_by: string | null;
  };
};
