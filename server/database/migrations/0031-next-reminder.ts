import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * When the next reminder of a response target is due, by the target that the submission was stored with, instead of the hours of the last
 * one, which meant something else once the target in the settings was changed.
 */
export function nextReminder(): Migration {
  return { up: addColumn };
}

type Open = { id: string; created_at: number; due_at: number; target_at: number | null; reminded_hours: number };

async function addColumn(db: Kysely<unknown>): Promise<void> {
  const isDue = sql.raw(`contacted_at is null and closed_at is null and quarantined_at is null and due_at is not null
    and withdrawn_at is null`);
  await sql`alter table form_submissions add column next_reminder_at bigint`.execute(db);
  const { rows } = await sql<Open>`select id, created_at, due_at, target_at, reminded_hours from form_submissions
    where closed_at is null and due_at is not null`.execute(db);
  for (const { id, created_at, due_at, target_at, reminded_hours } of rows) {
    const share = (part: number) => created_at + Math.round((due_at - created_at) * part);
    const times = [...(target_at === null ? [] : [target_at]), share(1 / 2), share(5 / 6), due_at];
    const left = times.filter((at) => at > created_at + reminded_hours * 3_600_000);
    if (left.length > 0)
      await sql`update form_submissions set next_reminder_at = ${Math.min(...left)} where id = ${id}`.execute(db);
  }
  await db.schema.dropIndex('form_submissions_due_reminders').execute();
  await sql`alter table form_submissions drop column reminded_hours`.execute(db);
  await sql`create index form_submissions_next_reminder on form_submissions (next_reminder_at) where ${isDue}
    and next_reminder_at is not null`.execute(db);
}
