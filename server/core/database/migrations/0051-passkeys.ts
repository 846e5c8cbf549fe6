import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Passkeys of staff, and the challenges that they sign. */
export function passkeys(): Migration {
  return { up: addTables };
}

async function addTables(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `create table staff_passkeys (
      id text primary key, staff_id text not null references staff (id) on delete cascade, credential_id text not null unique,
      public_key text not null, counter bigint not null, name text not null, created_at bigint not null, last_used_at bigint)`,
    'create index staff_passkeys_by_staff on staff_passkeys (staff_id)',
    `create table staff_challenges (
      id text primary key, holder text not null, staff_id text references staff (id) on delete cascade, expires_at bigint not null)`,
    'create index staff_challenges_by_end on staff_challenges (expires_at)',
  ])
    await sql.raw(statement).execute(db);
}
