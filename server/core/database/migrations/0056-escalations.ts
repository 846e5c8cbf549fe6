import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who was told already that somebody waits for a call, and when each person last got a reminder. */
export function escalations(): Migration {
  return { up: addTables };
}

async function addTables(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `create table escalations (
      id text primary key, submission_id text not null references form_submissions (id) on delete cascade, at bigint not null)`,
    'create index escalations_by_submission on escalations (submission_id)',
    'create table reminder_pace (id text primary key, at bigint not null)',
  ])
    await sql.raw(statement).execute(db);
}
