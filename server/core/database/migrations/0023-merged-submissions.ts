import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Submissions that were saved into a claim instead of becoming one: with what their repeats are recognised by. */
export function mergedSubmissions(): Migration {
  return { up: create };
}

async function create(db: Kysely<unknown>): Promise<void> {
  await sql`create table merged_submissions (
    id text not null, submission_id text not null references form_submissions (id) on delete cascade,
    form_name text not null, idempotency_key text, content_hash text, key_adopted_at bigint, created_at bigint not null,
    constraint merged_submissions_key primary key (id))`.execute(db);
  await sql`create unique index merged_submissions_by_key on merged_submissions (idempotency_key)`.execute(db);
  await sql`create index merged_submissions_by_content on merged_submissions (content_hash, created_at)`.execute(db);
  await sql`create index merged_submissions_by_submission on merged_submissions (submission_id)`.execute(db);
  await sql`alter table form_submissions add column key_adopted_at bigint`.execute(db);
}
