import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The processor's time that a claim's previews took. It belongs to the claim, because its sender may erase a picture and send it again. */
export function previewTime(): Migration {
  return { up: addColumn };
}

async function addColumn(db: Kysely<unknown>): Promise<void> {
  await sql`alter table form_submissions add column preview_ms bigint not null default 0`.execute(db);
}
