import type { Db, Tx } from './schema.ts';

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
