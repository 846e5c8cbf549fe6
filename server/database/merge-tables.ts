import type { Generated } from 'kysely';
import type { NextStepColumns } from './next-step-tables.ts';
import type { Db, Tx } from './schema.ts';

/** Columns of submissions that migrations have added since there are next steps. */
export type LaterColumns = NextStepColumns & MergeColumns;

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

/** A claim and those that were merged into it: whatever belongs to one of them is shown with the claim. */
export async function withMerged(db: Db | Tx, id: string): Promise<string[]> {
  const rows = await db.selectFrom('form_submissions').select('id').where('merged_into', '=', id).orderBy('id').execute();
  return [id, ...rows.map((row) => row.id)];
}

/** The claim that this one was merged into; the claim itself where it was not. */
export async function survivorOf(db: Db | Tx, id: string): Promise<string> {
  const row = await db.selectFrom('form_submissions').select('merged_into').where('id', '=', id).executeTakeFirst();
  return row?.merged_into ?? id;
}
