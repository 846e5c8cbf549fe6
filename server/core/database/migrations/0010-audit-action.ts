import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The column has the name that screens and code use. Hashes cover its values alone, so the chain and noted heads stay as they are. */
export function auditAction(): Migration {
  return { up: change };
}

async function change(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_events rename column act to action`.execute(db);
  // SQLite cannot rename an index.
  await db.schema.dropIndex('audit_events_by_act').execute();
  await db.schema.createIndex('audit_events_by_action').on('audit_events').columns(['action', 'at']).execute();
}
