import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * When the next reminder of a response target is due, by the target that the submission was stored with, instead of the hours of the last
 * one, which meant something else once the target in the settings was changed. Those hours stay for instances of the release before, which
 * write them as long as they run beside new ones; a later release drops them.
 */
export function nextReminder(): Migration {
  return { up: addColumn };
}

async function addColumn(db: Kysely<unknown>): Promise<void> {
  await sql`alter table form_submissions add column next_reminder_at bigint`.execute(db);
  // Both divisions round to the nearest millisecond, as server/claims/sla/reminder-times.ts does.
  await sql`update form_submissions set next_reminder_at = (
      select min(times.at) from (
        select target_at as at union all select created_at + (due_at - created_at + 1) / 2
        union all select created_at + (5 * (due_at - created_at) + 3) / 6 union all select due_at) as times
      where times.at > created_at + cast(reminded_hours as bigint) * 3600000)
    where closed_at is null and due_at is not null`.execute(db);
  await db.schema.dropIndex('form_submissions_due_reminders').execute();
}
