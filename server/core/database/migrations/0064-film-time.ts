import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The processor's time that stills and copies of a claim's films took, apart from that of its pictures, which have previews first. */
export function filmTime(): Migration {
  return { up: addColumn };
}

async function addColumn(db: Kysely<unknown>): Promise<void> {
  await sql`alter table form_submissions add column film_ms bigint not null default 0`.execute(db);
}
