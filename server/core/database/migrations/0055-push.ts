import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The keys of Web Push, the browsers of staff that are told by it, and when each member of staff is not. */
export function push(): Migration {
  return { up: addTables };
}

async function addTables(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'create table push_keys (id text primary key, public_key text not null, private_key text not null, created_at bigint not null)',
    `create table push_subscriptions (
      id text primary key, staff_id text not null references staff (id) on delete cascade, session_id text not null,
      endpoint text not null unique, p256dh text not null, auth text not null, browser text, site text not null,
      created_at bigint not null)`,
    'create index push_subscriptions_by_staff on push_subscriptions (staff_id, created_at)',
    `create table staff_quiet_hours (
      id text primary key references staff (id) on delete cascade, starts integer not null, ends integer not null)`,
  ])
    await sql.raw(statement).execute(db);
}
