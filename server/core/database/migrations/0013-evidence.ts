import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Files of a claim: a row while one is on its way, and for good once `received_at` says that its bytes are kept. */
export function evidence(): Migration {
  return { up: create };
}

async function create(db: Kysely<unknown>): Promise<void> {
  await sql`create table evidence (
    id text not null, submission_id text not null references form_submissions (id) on delete cascade,
    name text not null, size bigint not null, media_type text, sha256 text,
    created_at bigint not null, received_at bigint, added_by text not null,
    locked_by text, locked_until bigint,
    scan_state text not null default 'none', preview_state text not null default 'none',
    virus text, preview_reason text,
    taken_at text, latitude double precision, longitude double precision, camera text,
    width integer, height integer, duration_ms bigint,
    constraint evidence_key primary key (id))`.execute(db);
  await sql`create index evidence_by_submission on evidence (submission_id, created_at, id)`.execute(db);
  await sql`create index evidence_incoming on evidence (created_at) where received_at is null`.execute(db);
}
