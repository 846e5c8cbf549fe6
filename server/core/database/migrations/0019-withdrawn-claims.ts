import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What its claimant withdrew is no longer due: the lists of what is, and the report, read that from their indexes. */
export function withdrawnClaims(): Migration {
  return { up: rebuildIndexes };
}

async function rebuildIndexes(db: Kysely<unknown>): Promise<void> {
  const isDue = sql.raw(`contacted_at is null and closed_at is null and quarantined_at is null and due_at is not null
    and withdrawn_at is null`);
  for (const name of ['due', 'due_reminders', 'sla_report']) await db.schema.dropIndex(`form_submissions_${name}`).execute();
  await sql`create index form_submissions_due on form_submissions (coalesce(target_at, due_at), id) where ${isDue}`.execute(db);
  await sql`create index form_submissions_due_reminders on form_submissions (reminded_hours, due_at) where ${isDue}`.execute(db);
  await sql`create index form_submissions_sla_report on form_submissions
    (created_at, id, due_at, target_at, contacted_at, closed_at, withdrawn_at)
    where due_at is not null and quarantined_at is null`.execute(db);
}
