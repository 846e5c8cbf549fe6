import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * One queue for everything that happens later. The e-mails keep their ids, because an id is the left part of the Message-ID; what
 * runs once in a while keeps when it ran.
 */
export function jobs(): Migration {
  return { up: change };
}

async function change(db: Kysely<unknown>): Promise<void> {
  await sql`alter table jobs rename to recurring_work`.execute(db);
  await createTables(db);
  await copyEmails(db);
  await copyRecurringWork(db);
  for (const table of ['letter_tries', 'letters', 'recurring_work']) await db.schema.dropTable(table).execute();
  await createIndexes(db);
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await sql`create table jobs (
    id text not null, kind text not null, template text,
    subject_id text references form_submissions (id) on delete cascade,
    recipient text, payload text, created_at bigint not null, run_at bigint not null, attempts integer not null default 0,
    first_attempt_at bigint, last_run_at bigint, last_success_at bigint, last_outcome text, last_answer text,
    lease_until bigint, fencing_token integer not null default 0, finished_at bigint, failed_at bigint, acknowledged_at bigint,
    constraint jobs_key primary key (id))`.execute(db);
  await sql`create table job_attempts (
    id text not null, job_id text not null references jobs (id) on delete cascade, kind text not null, at bigint not null,
    outcome text not null, answer text not null, constraint job_attempts_key primary key (id))`.execute(db);
}

async function copyEmails(db: Kysely<unknown>): Promise<void> {
  await sql`insert into jobs (id, kind, template, subject_id, recipient, payload, created_at, run_at, attempts, first_attempt_at,
      last_outcome, last_answer, lease_until, fencing_token, finished_at, failed_at, acknowledged_at)
    select id, 'email', replace(kind, 'promise-', 'reminder-'), submission_id, recipient, details, created_at, next_try_at, tries,
      first_tried_at, replace(last_outcome, 'barred', 'misconfigured'), last_answer, lease_until, fence, sent_at, gave_up_at, seen_at
    from letters`.execute(db);
  await sql`insert into job_attempts (id, job_id, kind, at, outcome, answer)
    select id, letter_id, 'email', at, replace(outcome, 'barred', 'misconfigured'), answer from letter_tries`.execute(db);
}

const day = 86_400_000;

async function copyRecurringWork(db: Kysely<unknown>): Promise<void> {
  await sql`insert into jobs (id, kind, created_at, run_at, last_run_at, last_success_at, last_answer)
    select id, id, coalesce(ran_at, 0), coalesce(succeeded_at + ${sql.lit(day)}, 0), ran_at, succeeded_at, words
    from recurring_work where id = 'retention'`.execute(db);
  // The last erasure after which the search index, the database file and its log were purged.
  const { rows } = await sql<{ id: string; words: string | null }>`
    select id, words from recurring_work where id in ('sweep', 'sweep of the log', 'sweep of the search index')`.execute(db);
  const purged = (id: string) => rows.find((row) => row.id === id)?.words ?? null;
  const payload = JSON.stringify({
    index: purged('sweep of the search index'),
    log: purged('sweep of the log'),
    file: purged('sweep'),
  });
  if (rows.length > 0)
    await sql`insert into jobs (id, kind, created_at, run_at, payload)
      values ('purge', 'purge', ${sql.lit(0)}, ${sql.lit(0)}, ${payload})`.execute(db);
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  // What is still to be done, and what a person has to see to: as small as the work and the trouble.
  await sql`create index jobs_due on jobs (kind, run_at) where finished_at is null and failed_at is null`.execute(db);
  await sql`create index jobs_failed on jobs (failed_at) where failed_at is not null`.execute(db);
  await sql`create index jobs_by_subject on jobs (subject_id)`.execute(db);
  await sql`create index job_attempts_by_job on job_attempts (job_id)`.execute(db);
  await sql`create index job_attempts_by_time on job_attempts (kind, at)`.execute(db);
}
