import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * When its sender removed a file that is kept; and indexes for what is asked every few seconds of all files: what alarms look for,
 * what is looked for next, and the sizes that make the totals.
 */
export function removedEvidence(): Migration {
  return { up: change };
}

async function change(db: Kysely<unknown>): Promise<void> {
  await sql`alter table evidence add column removed_at bigint`.execute(db);
  await sql`create index evidence_infected on evidence (submission_id) where scan_state = 'infected'`.execute(db);
  await sql`create index evidence_to_scan on evidence (received_at) where scan_state = 'waiting'`.execute(db);
  await sql`create index evidence_unscanned on evidence (id) where scan_state = 'none' and received_at is not null`.execute(db);
  await sql`create index evidence_missing on evidence (submission_id) where missing_since is not null`.execute(db);
  await sql`create index evidence_to_look_for on evidence (coalesce(looked_for_at, 0), id)
    where received_at is not null and missing_since is null`.execute(db);
  await sql`create index evidence_sizes on evidence (id, size) where received_at is not null`.execute(db);
}
