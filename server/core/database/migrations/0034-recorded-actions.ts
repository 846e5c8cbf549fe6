import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What staff did, when and by whom, for actions that no list or report reads: they need no columns of their own. */
export function recordedActions(): Migration {
  return { up: addColumn };
}

async function addColumn(db: Kysely<unknown>): Promise<void> {
  await sql`alter table form_submissions add column recorded text`.execute(db);
}
