import type { Generated } from 'kysely';
import type { NextStepColumns } from './next-step-tables.ts';
import type { SourceColumns } from './source-tables.ts';

/** Columns of submissions that migrations have added since there are next steps. */
export type LaterColumns = NextStepColumns &
  MergeColumns &
  SourceColumns & {
    /** The transaction that inserted it, on PostgreSQL; null on SQLite, and for those of before. */
    transaction_id: Generated<string | null>;
  };

type MergeColumns = {
  /** The claim that staff merged it into; null for all others. It is in no list then, and everything that belongs to it stays with it. */
  merged_into: Generated<string | null>;
  /** The generation of that claim's private link with which its own one works too. */
  merged_link_generation: Generated<number | null>;
};

export type MergeTables = {
  /** Each merge of a claim into another one (`submission_id`). */
  merges: {
    id: string;
    submission_id: string;
    merged_id: string;
    at: number;
    by: string;
    /** What it changed, as JSON, for undoing it. */
    before: string;
    undone_at: number | null;
    undone_by: string | null;
  };
};
