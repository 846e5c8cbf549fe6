import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When its sender removed a file that is kept. */
export function removedEvidence(): Migration {
  return { up: addColumn };
}

async function addColumn(db: Kysely<unknown>): Promise<void> {
  await sql`alter table evidence add column removed_at bigint`.execute(db);
}
