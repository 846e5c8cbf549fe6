import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When the bytes of a file were last looked for, and since when they have not been found. */
export function missingEvidence(): Migration {
  return { up: addColumns };
}

async function addColumns(db: Kysely<unknown>): Promise<void> {
  await sql`alter table evidence add column looked_for_at bigint`.execute(db);
  await sql`alter table evidence add column missing_since bigint`.execute(db);
}
