import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The actions that were one act on several submissions, so that one undo takes all of them back. */
export function actsOnMany(): Migration {
  return { up: addColumn };
}

async function addColumn(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table done_actions add column batch text').execute(db);
}
