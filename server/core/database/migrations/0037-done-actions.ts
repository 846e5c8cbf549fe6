import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What each action of staff changed, so that it can be undone later, and what was corrected in the answers. */
export function doneActions(): Migration {
  return { up: addTables };
}

async function addTables(db: Kysely<unknown>): Promise<void> {
  const ofSubmission = 'submission_id text not null references form_submissions (id) on delete cascade';
  const tables = {
    done_actions: `id text primary key, ${ofSubmission}, at bigint not null, by text not null, action text not null,
      undo text not null, before text not null, after text not null, undone_at bigint`,
    corrections: `id text primary key, ${ofSubmission}, field text not null, "old" text not null, "new" text not null,
      at bigint not null, by text not null, undone_at bigint, undone_by text`,
  };
  for (const [name, columns] of Object.entries(tables)) {
    await sql.raw(`create table ${name} (${columns})`).execute(db);
    await sql.raw(`create index ${name}_by_submission on ${name} (submission_id)`).execute(db);
  }
}
