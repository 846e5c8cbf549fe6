import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Until when a member of staff is away, and who sees their steps meanwhile. */
export function awayStaff(): Migration {
  return { up: addColumns };
}

async function addColumns(db: Kysely<unknown>): Promise<void> {
  for (const column of ['away_until bigint', 'away_cover text'])
    await sql.raw(`alter table staff add column ${column}`).execute(db);
}
