import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../database.ts';
import { carryOver } from './carry-over.ts';
import { searchOnPostgres, searchOnSqlite } from './search.ts';

/** The schema of 0.2.0, in a new store; one of commit 62fea7c3, the only stores of before, is carried over to the same. */
export function baseline(engine: Engine): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      if (await carryOver(db, engine)) return;
      for (const statement of schemaOf(engine)) await sql.raw(statement).execute(db);
    },
  };
}

function schemaOf(engine: Engine): string[] {
  const rest = [...messages, ...staff, ...operations];
  if (engine === 'sqlite') return [...claims('text', 'text'), ...rest, ...searchOnSqlite];
  // What live updates look for.
  const byTransaction = 'create index form_submissions_by_transaction on form_submissions (transaction_id)';
  return [...claims('jsonb', 'xid8 default pg_current_xact_id()'), byTransaction, ...rest, ...searchOnPostgres];
}

const claims = (json: string, transaction: string) => [
  `create table form_submissions (
    id text primary key, reference text not null unique, form_name text not null, form_data ${json} not null,
    created_at bigint not null, idempotency_key text unique, content_hash text not null, came_by text not null, due_at bigint,
    quarantined_at bigint, quarantine_reason text, target_at bigint, contacted_at bigint, contacted_by text, closed_at bigint,
    closed_by text, assigned_to text, link_generation integer not null default 0, link_revoked_at bigint, withdrawn_at bigint,
    erasure_requested_at bigint, claimant_update_at bigint, claimant_update_seen_at bigint, call_preference text,
    not_pursued_at bigint, erasure_answered_at bigint, erasure_answered_by text, erasure_answer text, key_adopted_at bigint,
    preview_ms bigint not null default 0, next_reminder_at bigint, recorded text, next_at bigint not null default 0,
    next_kind text not null default 'first call', next_by text, attempt_count integer not null default 0, spoke_at bigint,
    calling_by text, calling_until bigint, update_answered_at bigint, merged_into text, merged_link_generation integer,
    partner_id text, via text, found_by text, film_ms bigint not null default 0, transaction_id ${transaction},
    closing_reason text)`,
  `create index form_submissions_assigned on form_submissions (assigned_to, created_at desc, id desc)
    where assigned_to is not null and quarantined_at is null`,
  `create index form_submissions_assigned_open on form_submissions (assigned_to, created_at desc, id desc)
    where assigned_to is not null and closed_at is null and quarantined_at is null`,
  'create index form_submissions_by_content on form_submissions (content_hash, created_at)',
  'create index form_submissions_by_form on form_submissions (form_name, created_at desc, id desc) where quarantined_at is null',
  `create index form_submissions_closed on form_submissions (created_at desc, id desc)
    where closed_at is not null and quarantined_at is null`,
  `create index form_submissions_closed_to_answer on form_submissions (claimant_update_at, id)
    where closed_at is not null and quarantined_at is null and merged_into is null and claimant_update_at > closed_at
      and claimant_update_at > coalesce(update_answered_at, 0)`,
  `create index form_submissions_contacted on form_submissions (created_at desc, id desc)
    where contacted_at is not null and closed_at is null and quarantined_at is null`,
  `create index form_submissions_due on form_submissions (coalesce(target_at, due_at), id, due_at, target_at)
    where contacted_at is null and closed_at is null and quarantined_at is null and due_at is not null
      and withdrawn_at is null`,
  'create index form_submissions_in_quarantine on form_submissions (quarantined_at) where quarantined_at is not null',
  'create index form_submissions_merged on form_submissions (merged_into) where merged_into is not null',
  `create index form_submissions_new on form_submissions (created_at desc, id desc)
    where contacted_at is null and closed_at is null and quarantined_at is null`,
  'create index form_submissions_newest on form_submissions (created_at desc, id desc) where quarantined_at is null',
  `create index form_submissions_next_reminder on form_submissions (next_reminder_at)
    where contacted_at is null and closed_at is null and quarantined_at is null and due_at is not null
      and withdrawn_at is null and next_reminder_at is not null`,
  `create index form_submissions_next_step on form_submissions (next_kind, next_at, id)
    where closed_at is null and quarantined_at is null`,
  'create index form_submissions_not_pursued on form_submissions (not_pursued_at) where not_pursued_at is not null',
  'create index form_submissions_quarantine on form_submissions (created_at desc, id desc) where quarantined_at is not null',
  `create index form_submissions_responses on form_submissions (created_at, id, form_name, due_at, target_at,
    contacted_at, contacted_by, closed_at, closed_by, withdrawn_at, assigned_to, attempt_count)
    where coalesce(due_at, target_at) is not null and quarantined_at is null`,
  `create index form_submissions_sources on form_submissions (created_at, id, form_name, partner_id, via, found_by)
    where quarantined_at is null and merged_into is null`,
  `create index form_submissions_to_answer on form_submissions (claimant_update_at, id)
    where closed_at is null and quarantined_at is null and claimant_update_at is not null
      and claimant_update_at > coalesce(update_answered_at, 0)`,
  `create index form_submissions_updated on form_submissions (created_at desc, id desc)
    where claimant_update_at is not null and claimant_update_at > coalesce(claimant_update_seen_at, 0)
      and quarantined_at is null`,
  `create table merged_submissions (
    id text not null primary key, submission_id text not null references form_submissions (id) on delete cascade,
    form_name text not null, idempotency_key text, content_hash text, key_adopted_at bigint, created_at bigint not null)`,
  'create index merged_submissions_by_content on merged_submissions (content_hash, created_at)',
  'create unique index merged_submissions_by_key on merged_submissions (idempotency_key)',
  'create index merged_submissions_by_submission on merged_submissions (submission_id)',
  `create table tombstones (
    id text primary key, reference text not null, form_name text not null, erased_at bigint not null, erased_by text not null,
    reason text not null)`,
  `create table notes (
    id text primary key, submission_id text not null references form_submissions (id) on delete cascade,
    author_id text not null, created_at bigint not null, text text not null, removed_at bigint)`,
  'create index notes_by_submission on notes (submission_id)',
  `create table contact_attempts (
    id text primary key, submission_id text not null references form_submissions (id) on delete cascade, at bigint not null,
    "by" text not null, channel text not null, direction text not null, outcome text not null, text text not null,
    next_at bigint, before text not null, undone_at bigint, undone_by text)`,
  'create index contact_attempts_by_time on contact_attempts (submission_id, at, undone_at)',
  `create table done_actions (
    id text primary key, submission_id text not null references form_submissions (id) on delete cascade, at bigint not null,
    "by" text not null, action text not null, undo text not null, before text not null, after text not null, undone_at bigint,
    batch text)`,
  'create index done_actions_by_batch on done_actions (batch) where batch is not null',
  'create index done_actions_by_submission on done_actions (submission_id)',
  `create table corrections (
    id text primary key, submission_id text not null references form_submissions (id) on delete cascade, field text not null,
    "old" text not null, "new" text not null, at bigint not null, "by" text not null, undone_at bigint, undone_by text)`,
  'create index corrections_by_submission on corrections (submission_id)',
  `create table merges (
    id text primary key, submission_id text not null references form_submissions (id) on delete cascade,
    merged_id text not null, at bigint not null, "by" text not null, before text not null, undone_at bigint, undone_by text)`,
  'create index merges_by_submission on merges (submission_id)',
  `create table evidence (
    id text not null primary key, submission_id text not null references form_submissions (id) on delete cascade,
    name text not null, size bigint not null, media_type text, sha256 text, created_at bigint not null, received_at bigint,
    added_by text not null, locked_by text, locked_until bigint, scan_state text not null default 'none',
    preview_state text not null default 'none', virus text, preview_reason text, taken_at text, latitude double precision,
    longitude double precision, camera text, width integer, height integer, duration_ms bigint, object_name text,
    cache_control text, looked_for_at bigint, missing_since bigint, removed_at bigint, source text, removed_by text)`,
  'create unique index evidence_by_object_name on evidence (submission_id, object_name)',
  'create index evidence_by_submission on evidence (submission_id, created_at, id)',
  'create index evidence_incoming on evidence (created_at) where received_at is null',
  "create index evidence_infected on evidence (submission_id) where scan_state = 'infected'",
  'create index evidence_missing on evidence (submission_id) where missing_since is not null',
  'create index evidence_sizes on evidence (id, size) where received_at is not null',
  'create index evidence_taken_back on evidence (removed_at) where removed_by is not null',
  `create index evidence_to_look_for on evidence (coalesce(looked_for_at, 0), id)
    where received_at is not null and missing_since is null`,
  "create index evidence_to_scan on evidence (received_at) where scan_state = 'waiting'",
  "create index evidence_unscanned on evidence (id) where scan_state = 'none' and received_at is not null",
  `create table partners (
    id text primary key, code text not null unique, name text not null, created_at bigint not null, created_by text not null,
    ended_at bigint, ended_by text)`,
];

const messages = [
  `create table messages (
    id text primary key, submission_id text not null references form_submissions (id) on delete cascade, at bigint not null,
    text text not null, direction text not null default 'in', channel text not null default 'page', "by" text, address text,
    subject text, message_id text, in_reply_to text, state text not null default 'received', answered_at bigint, raw_key text,
    is_sender_proven integer not null default 0, files text, is_automatic integer not null default 0, reply_to text)`,
  'create index messages_by_submission on messages (submission_id, at)',
  'create unique index messages_by_message_id on messages (message_id) where message_id is not null',
  `create table inbound_emails (
    id text primary key, received_at bigint not null, way text not null, size bigint not null, sha256 text not null,
    state text not null, submission_id text references form_submissions (id) on delete cascade, message_key text,
    message_id text, sender text, subject text, text text, is_sender_proven integer not null default 0, detail text,
    is_automatic integer not null default 0, reply_to text)`,
  'create index inbound_emails_by_key on inbound_emails (message_key)',
  'create index inbound_emails_by_state on inbound_emails (state, received_at)',
  'create index inbound_emails_by_submission on inbound_emails (submission_id)',
  `create table inbound_cursors (
    id text primary key, uid_validity text not null, uid bigint not null, at bigint not null, since bigint, since_below bigint)`,
];

const staff = [
  `create table staff (
    id text primary key, name text not null, email text not null unique, "emailVerified" integer not null default 0,
    image text, role text not null, "leftAt" bigint, "twoFactorEnabled" integer default 0, "createdAt" text not null,
    "updatedAt" text not null, away_until bigint, away_cover text)`,
  `create table staff_sessions (
    id text primary key, "userId" text not null references staff (id) on delete cascade, token text not null unique,
    "expiresAt" text not null, "ipAddress" text, "userAgent" text, "createdAt" text not null, "updatedAt" text not null)`,
  'create index staff_sessions_by_staff on staff_sessions ("userId")',
  `create table staff_accounts (
    id text primary key, "userId" text not null references staff (id) on delete cascade, "accountId" text not null,
    "providerId" text not null, "accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" text,
    "refreshTokenExpiresAt" text, scope text, password text, "createdAt" text not null, "updatedAt" text not null)`,
  'create index staff_accounts_by_staff on staff_accounts ("userId")',
  `create table staff_verifications (
    id text primary key, identifier text not null, value text not null, "expiresAt" text not null, "createdAt" text not null,
    "updatedAt" text not null)`,
  'create index staff_verifications_by_identifier on staff_verifications (identifier)',
  `create table staff_two_factors (
    id text primary key, "userId" text not null references staff (id) on delete cascade, secret text not null,
    "backupCodes" text not null, verified integer, "failedVerificationCount" integer, "lockedUntil" text)`,
  'create index staff_two_factors_by_staff on staff_two_factors ("userId")',
  `create table staff_passkeys (
    id text primary key, staff_id text not null references staff (id) on delete cascade, credential_id text not null unique,
    public_key text not null, counter bigint not null, name text not null, created_at bigint not null, last_used_at bigint)`,
  'create index staff_passkeys_by_staff on staff_passkeys (staff_id)',
  `create table staff_challenges (
    id text primary key, holder text not null, staff_id text references staff (id) on delete cascade,
    expires_at bigint not null)`,
  'create index staff_challenges_by_end on staff_challenges (expires_at)',
  `create table staff_invitations (
    id text primary key, token_hash text not null unique, email text not null, role text not null, invited_by text not null,
    created_at bigint not null, expires_at bigint not null, used_at bigint)`,
  `create table push_keys (
    id text primary key, public_key text not null, private_key text not null, created_at bigint not null)`,
  `create table push_subscriptions (
    id text primary key, staff_id text not null references staff (id) on delete cascade, session_id text not null,
    endpoint text not null unique, p256dh text not null, auth text not null, browser text, site text not null,
    created_at bigint not null)`,
  'create index push_subscriptions_by_staff on push_subscriptions (staff_id, created_at)',
  `create table staff_quiet_hours (
    id text primary key references staff (id) on delete cascade, starts integer not null, ends integer not null)`,
  `create table escalations (
    id text primary key, submission_id text not null references form_submissions (id) on delete cascade, at bigint not null)`,
  'create index escalations_by_submission on escalations (submission_id)',
  `create table reminder_pace (
    id text primary key, at bigint not null, digest_at bigint not null default 0)`,
];

const operations = [
  `create table jobs (
    id text not null primary key, kind text not null, template text,
    subject_id text references form_submissions (id) on delete cascade, recipient text, payload text,
    created_at bigint not null, run_at bigint not null, attempts integer not null default 0, first_attempt_at bigint,
    last_run_at bigint, last_success_at bigint, last_outcome text, last_detail text, lease_until bigint,
    fencing_token integer not null default 0, finished_at bigint, failed_at bigint, acknowledged_at bigint)`,
  'create index jobs_by_subject on jobs (subject_id)',
  'create index jobs_due on jobs (kind, run_at) where finished_at is null and failed_at is null',
  'create index jobs_failed on jobs (failed_at) where failed_at is not null',
  `create table job_attempts (
    id text not null primary key, job_id text not null references jobs (id) on delete cascade, kind text not null,
    at bigint not null, outcome text not null, detail text not null)`,
  'create index job_attempts_by_job on job_attempts (job_id)',
  'create index job_attempts_by_time on job_attempts (kind, at)',
  `create table audit_events (
    id text primary key, at bigint not null, actor_id text, actor text not null, action text not null, subject_id text,
    details text not null, previous_hash text not null, hash text not null, details_salt text, details_digest text,
    former_hash text)`,
  'create index audit_events_by_action on audit_events (action, at)',
  'create index audit_events_by_subject on audit_events (subject_id, id)',
  'create index audit_events_erasable on audit_events (at) where details_salt is not null',
  `create table canary_runs (
    id text primary key, begun_at bigint not null, stored_at bigint, taken_at bigint, sent_at bigint, arrived_at bigint,
    ended_at bigint, failed_step text, detail text)`,
  `create table site_versions (
    id text primary key, version integer not null unique, at bigint not null, "by" text not null, changes text not null,
    back_to integer)`,
];
