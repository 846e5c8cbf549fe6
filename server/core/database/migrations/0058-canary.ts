import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How far each submission got that the product sends itself. */
export function canary(): Migration {
  return { up: addTable };
}

async function addTable(db: Kysely<unknown>): Promise<void> {
  await sql`create table canary_runs (
    id text primary key, begun_at bigint not null, stored_at bigint, taken_at bigint, sent_at bigint, arrived_at bigint,
    ended_at bigint, failed_step text, detail text)`.execute(db);
}
