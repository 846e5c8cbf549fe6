import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** PostgreSQL counts what is due from the index alone only where that has the columns of its expression too. */
export function dueCounts(): Migration {
  return { up: rebuildIndex };
}

async function rebuildIndex(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('form_submissions_due').execute();
  await sql`create index form_submissions_due on form_submissions (coalesce(target_at, due_at), id, due_at, target_at)
    where contacted_at is null and closed_at is null and quarantined_at is null and due_at is not null
    and withdrawn_at is null`.execute(db);
}
