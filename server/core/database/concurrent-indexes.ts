import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Engine } from './database.ts';
import type { Db } from './schema.ts';

/** An index on a table that may be large. `on`: what follows `create index NAME on`. `isUnique`: no two rows have the same. `only`: the engine that has it, where not both. */
type ConcurrentIndex = { name: string; on: string; isUnique?: true; only?: Engine };

/**
 * Indexes that are built beside a store that goes on being written to, where a migration would lock the table for as long as the
 * building takes. New indexes on tables with rows go here; those of a new table belong to its migration.
 */
export const concurrentIndexes: readonly ConcurrentIndex[] = [
  // What is asked every few seconds of all files: what alarms look for, what is looked for next, and the sizes that make the totals.
  { name: 'evidence_infected', on: "evidence (submission_id) where scan_state = 'infected'" },
  { name: 'evidence_to_scan', on: "evidence (received_at) where scan_state = 'waiting'" },
  { name: 'evidence_unscanned', on: "evidence (id) where scan_state = 'none' and received_at is not null" },
  { name: 'evidence_missing', on: 'evidence (submission_id) where missing_since is not null' },
  {
    name: 'evidence_to_look_for',
    on: 'evidence (coalesce(looked_for_at, 0), id) where received_at is not null and missing_since is null',
  },
  { name: 'evidence_taken_back', on: 'evidence (removed_at) where removed_by is not null' },
  { name: 'evidence_sizes', on: 'evidence (id, size) where received_at is not null' },
  {
    name: 'form_submissions_next_reminder',
    on: `form_submissions (next_reminder_at) where contacted_at is null and closed_at is null and quarantined_at is null
      and due_at is not null and withdrawn_at is null and next_reminder_at is not null`,
  },
  {
    name: 'form_submissions_next_step',
    on: 'form_submissions (next_kind, next_at, id) where closed_at is null and quarantined_at is null',
  },
  {
    name: 'form_submissions_to_answer',
    on: `form_submissions (claimant_update_at, id) where closed_at is null and quarantined_at is null
      and claimant_update_at is not null and claimant_update_at > coalesce(update_answered_at, 0)`,
  },
  // What came since a claim was closed, and was not answered.
  {
    name: 'form_submissions_closed_to_answer',
    on: `form_submissions (claimant_update_at, id) where closed_at is not null and quarantined_at is null and merged_into is null
      and claimant_update_at > closed_at and claimant_update_at > coalesce(update_answered_at, 0)`,
  },
  { name: 'done_actions_by_batch', on: 'done_actions (batch) where batch is not null' },
  { name: 'form_submissions_merged', on: 'form_submissions (merged_into) where merged_into is not null' },
  // All that the report of response times counts, so that it reads no row of a submission, whose answers are long.
  {
    name: 'form_submissions_responses',
    on: `form_submissions (created_at, id, form_name, due_at, target_at, contacted_at, contacted_by, closed_at, closed_by,
      withdrawn_at, assigned_to, attempt_count) where coalesce(due_at, target_at) is not null and quarantined_at is null`,
  },
  // The same for the report of where claims come from.
  {
    name: 'form_submissions_sources',
    on: `form_submissions (created_at, id, form_name, partner_id, via, found_by)
      where quarantined_at is null and merged_into is null`,
  },
  { name: 'contact_attempts_by_time', on: 'contact_attempts (submission_id, at, undone_at)' },
  // What is indexed for search anew.
  { name: 'indexed_submissions_by_version', on: 'indexed_submissions (terms_version)' },
  // What live updates look for.
  { name: 'form_submissions_by_transaction', on: 'form_submissions (transaction_id)', only: 'postgres' },
  { name: 'messages_by_message_id', on: 'messages (message_id) where message_id is not null', isUnique: true },
];

/** The number of the advisory lock that makes one instance build at a time; it is arbitrary. */
const buildLock = 4_757_231;

/**
 * Builds the indexes that are missing, after the migrations. On PostgreSQL each is built without a transaction, and one whose building
 * was interrupted, which PostgreSQL keeps as invalid, is dropped and built anew.
 */
export async function buildIndexes(
  { db, engine }: Database,
  given: readonly ConcurrentIndex[] = concurrentIndexes,
): Promise<void> {
  const indexes = given.filter(({ only = engine }) => only === engine);
  if (engine === 'sqlite') {
    for (const { name, on, isUnique } of indexes)
      await sql.raw(`create ${isUnique ? 'unique ' : ''}index if not exists ${name} on ${on}`).execute(db);
    return;
  }
  if ((await missing(db, indexes)).length === 0) return;
  while (!(await buildLocked(db, indexes))) await pause(500);
}

/**
 * Builds while a transaction without a snapshot holds the lock; false where another instance has it. To wait for the lock would be a
 * deadlock, because the building waits for every statement that began before it.
 */
function buildLocked(db: Db, indexes: readonly ConcurrentIndex[]): Promise<boolean> {
  return db.transaction().execute(async (lock) => {
    const { rows } = await sql<{ is_ours: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(buildLock)}) as is_ours`.execute(
      lock,
    );
    if (!rows[0]?.is_ours) return false;
    for (const { name, on, isUnique } of await missing(db, indexes)) {
      await sql.raw(`drop index concurrently if exists ${name}`).execute(db);
      await sql.raw(`create ${isUnique ? 'unique ' : ''}index concurrently ${name} on ${on}`).execute(db);
    }
    return true;
  });
}

/** Those that are not there, or invalid. */
async function missing(db: Db, indexes: readonly ConcurrentIndex[]): Promise<ConcurrentIndex[]> {
  if (indexes.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where indisvalid and pg_table_is_visible(pg_class.oid)`.execute(db);
  const valid = new Set(rows.map(({ name }) => name));
  return indexes.filter(({ name }) => !valid.has(name));
}
