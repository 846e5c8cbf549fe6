import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Claims that staff merged into another one: which, and what undoing it restores. */
export function merges(): Migration {
  return { up: addTable };
}

async function addTable(db: Kysely<unknown>): Promise<void> {
  for (const column of ['merged_into text', 'merged_link_generation integer'])
    await sql.raw(`alter table form_submissions add column ${column}`).execute(db);
  await sql
    .raw(
      `create table merges (
        id text primary key, submission_id text not null references form_submissions (id) on delete cascade,
        merged_id text not null, at bigint not null, by text not null, before text not null, undone_at bigint, undone_by text)`,
    )
    .execute(db);
  await sql.raw('create index merges_by_submission on merges (submission_id)').execute(db);
}
