import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Where staff had a file from that they added to a claim, and who took it back. */
export function addedByStaff(): Migration {
  return { up: addColumns };
}

async function addColumns(db: Kysely<unknown>): Promise<void> {
  for (const column of ['source text', 'removed_by text']) await sql.raw(`alter table evidence add column ${column}`).execute(db);
}
