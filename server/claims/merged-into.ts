import { sql } from 'kysely';
import type { Db, Tx } from '#server/core/database/schema.ts';

/** A claim and those that were merged into it: whatever belongs to one of them is shown with the claim. */
export async function withMerged(db: Db | Tx, id: string): Promise<string[]> {
  const rows = await db.selectFrom('form_submissions').select('id').where('merged_into', '=', id).orderBy('id').execute();
  return [id, ...rows.map((row) => row.id)];
}

/** The claim that this one was merged into; the claim itself where it was not. */
export async function mergedIntoOf(db: Db | Tx, id: string): Promise<string> {
  const row = await db.selectFrom('form_submissions').select('merged_into').where('id', '=', id).executeTakeFirst();
  return row?.merged_into ?? id;
}

/**
 * The claim that a row of `form_submissions` was merged into, for a condition of a query. There is none where a release that knew of no
 * merges has erased it.
 */
export function mergedIntoOfRow(db: Db | Tx) {
  const survivors = db.selectFrom('form_submissions as survivor').select('survivor.id');
  return survivors.where('survivor.id', '=', sql.ref<string>('form_submissions.merged_into'));
}
