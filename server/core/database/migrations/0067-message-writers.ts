import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Of e-mails that came in: whether a program sent it, and to whom answers are to go. */
export function messageWriters(): Migration {
  return { up: addColumns };
}

async function addColumns(db: Kysely<unknown>): Promise<void> {
  for (const table of ['messages', 'inbound_emails'])
    for (const column of ['is_automatic integer not null default 0', 'reply_to text'])
      await sql.raw(`alter table ${table} add column ${column}`).execute(db);
}
