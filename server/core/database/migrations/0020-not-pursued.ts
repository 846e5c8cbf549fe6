import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When a claim was closed without having gone ahead: retention keeps it for a shorter time. Claims closed earlier have no mark. */
export function notPursued(): Migration {
  return { up: addColumn };
}

async function addColumn(db: Kysely<unknown>): Promise<void> {
  await sql`alter table form_submissions add column not_pursued_at bigint`.execute(db);
  await sql`create index form_submissions_not_pursued on form_submissions (not_pursued_at)
    where not_pursued_at is not null`.execute(db);
}
