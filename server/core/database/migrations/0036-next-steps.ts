import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The next step of each open submission, and the attempts to make contact. `next_at` is never null, so that no open submission is
 * without one; 0 stands for a submission that was stored before, or by an instance of the release before, until a job fills it in.
 */
export function nextSteps(): Migration {
  return { up: addTables };
}

async function addTables(db: Kysely<unknown>): Promise<void> {
  for (const column of [
    'next_at bigint not null default 0',
    "next_kind text not null default 'first call'",
    'next_by text',
    'attempt_count integer not null default 0',
    'spoke_at bigint',
    'calling_by text',
    'calling_until bigint',
    'update_answered_at bigint',
  ])
    await sql.raw(`alter table form_submissions add column ${column}`).execute(db);
  await sql
    .raw(
      `create table contact_attempts (
        id text primary key, submission_id text not null references form_submissions (id) on delete cascade,
        at bigint not null, by text not null, channel text not null, direction text not null, outcome text not null,
        text text not null, next_at bigint, before text not null, undone_at bigint, undone_by text)`,
    )
    .execute(db);
  await sql.raw('create index contact_attempts_by_submission on contact_attempts (submission_id)').execute(db);
}
