import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A request for erasure that staff answered without erasing: when, who, and what the claimant is told. */
export function erasureAnswers(): Migration {
  return { up: addColumns };
}

async function addColumns(db: Kysely<unknown>): Promise<void> {
  await sql`alter table form_submissions add column erasure_answered_at bigint`.execute(db);
  await sql`alter table form_submissions add column erasure_answered_by text`.execute(db);
  await sql`alter table form_submissions add column erasure_answer text`.execute(db);
}
