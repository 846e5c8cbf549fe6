import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Where a mail server has numbered its e-mails anew: from when on those with a lower number than this are read. */
export function renumberedMailboxes(): Migration {
  return { up: addColumns };
}

async function addColumns(db: Kysely<unknown>): Promise<void> {
  for (const column of ['since bigint', 'since_below bigint'])
    await sql.raw(`alter table inbound_cursors add column ${column}`).execute(db);
}
