import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Names by which programs find the files of a claim: a received file has one of its own. */
export function objectNames(): Migration {
  return { up: addColumns };
}

async function addColumns(db: Kysely<unknown>): Promise<void> {
  await sql`alter table evidence add column object_name text`.execute(db);
  await sql`alter table evidence add column cache_control text`.execute(db);
  await sql`create unique index evidence_by_object_name on evidence (submission_id, object_name)`.execute(db);
}
