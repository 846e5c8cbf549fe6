import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The column of the reminders, and three indexes, have the names that screens and code use. */
export function responseTargets(): Migration {
  return { up: change };
}

async function change(db: Kysely<unknown>): Promise<void> {
  await sql`alter table form_submissions rename column warned_hours to reminded_hours`.execute(db);
  // SQLite cannot rename an index.
  for (const name of ['suspects', 'promised', 'promises']) await db.schema.dropIndex(`form_submissions_${name}`).execute();
  await sql`create index form_submissions_quarantine on form_submissions (created_at desc, id desc)
    where quarantined_at is not null`.execute(db);
  await sql`create index form_submissions_due_reminders on form_submissions (reminded_hours, due_at)
    where contacted_at is null and closed_at is null and quarantined_at is null and due_at is not null`.execute(db);
  await sql`create index form_submissions_sla_report on form_submissions
    (created_at, id, due_at, target_at, contacted_at, closed_at)
    where due_at is not null and quarantined_at is null`.execute(db);
}
