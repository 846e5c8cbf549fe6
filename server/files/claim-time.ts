import { sql } from 'kysely';
import type { Database } from '#server/core/database/database.ts';

/** What the previews of a claim's files took of the processor, in milliseconds: `preview_ms` of pictures, `film_ms` of films. */
export type ClaimTime = 'preview_ms' | 'film_ms';

export function readClaimTime({ read }: Database, claimId: string, column: ClaimTime): Promise<number> {
  return read(async (db) => {
    const claim = await db.selectFrom('form_submissions').select(column).where('id', '=', claimId).executeTakeFirst();
    return claim?.[column] ?? 0;
  });
}

export async function addClaimTime({ write }: Database, claimId: string, column: ClaimTime, ms: number): Promise<void> {
  await write((tx) =>
    tx
      .updateTable('form_submissions')
      .set({ [column]: sql<number>`${sql.ref(column)} + ${ms}` })
      .where('id', '=', claimId)
      .execute(),
  );
}
