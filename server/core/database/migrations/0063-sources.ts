import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Where claims come from: who sent their senders, and what they answered to "How did you find us?". */
export function sources(): Migration {
  return { up: addSources };
}

async function addSources(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table partners (
      id text primary key, code text not null unique, name text not null, created_at bigint not null, created_by text not null,
      ended_at bigint, ended_by text)`)
    .execute(db);
  for (const column of ['partner_id', 'via', 'found_by'])
    await sql.raw(`alter table form_submissions add column ${column} text`).execute(db);
}
