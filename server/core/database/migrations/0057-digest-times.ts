import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When somebody last got a digest, apart from the other reminders by email. */
export function digestTimes(): Migration {
  return { up: addColumn };
}

async function addColumn(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reminder_pace add column digest_at bigint not null default 0`.execute(db);
}
