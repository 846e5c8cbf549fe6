import type { App } from '#server/core/app.ts';
import { lockRows, readSharedNow, sharedNow } from '#server/core/database/engine.ts';
import type { Db, Tx } from '#server/core/database/schema.ts';
import type { StaffMember } from '#server/people/staff/staff-member.ts';
import { type JobKind, unconfirmedOutcome } from './define-job.ts';
import { failingOutcomes } from './settlement.ts';

/** One kind of job. Times are null where there is none. */
export type JobKindView = {
  kind: string;
  title: string;
  isRecurring: boolean;
  lastRunAt: number | null;
  /** The result of the last run; an error where it failed. */
  lastDetail: string | null;
  isFailing: boolean;
  /** What a person has to confirm before it does anything; null where it does not wait for that. */
  question: string | null;
  nextRunAt: number | null;
  waiting: number;
  failed: number;
  /** The newest failed jobs. */
  failedJobs: FailedJob[];
};

export type FailedJob = {
  id: string;
  subjectId: string | null;
  /** The reference of its submission. */
  reference: string | null;
  title: string | null;
  failedAt: number;
  attempts: number;
  lastDetail: string | null;
  canRunAgain: boolean;
};

/**
 * What is to run: a failed job by its id (`again`), or recurring work by its kind: `now`, or because a person confirms the question
 * that they read.
 */
export type JobToRun = { again: string } | { now: string } | { confirm: string; question: string };

/** The outcome, with the message to show. */
type JobOutcome = { kind: 'done' | 'refused'; message: string };

const maxFailedShown = 20;

/** The jobs as owners see them: every kind of these. */
export function readJobKinds(app: App, jobKinds: readonly JobKind[]): Promise<JobKindView[]> {
  return app.db.read((db) =>
    Promise.all(jobKinds.map((jobKind) => (jobKind.next ? recurring(db, jobKind) : enqueued(app, db, jobKind)))),
  );
}

/** Runs a job of one of these kinds, recorded in the audit trail. */
export async function requestJob(
  app: App,
  jobKinds: readonly JobKind[],
  staff: StaffMember,
  request: JobToRun,
): Promise<JobOutcome> {
  const { audit, now } = app;
  const title = await app.db.write(async (tx) => {
    if ('now' in request) {
      const jobKind = await runNow(tx, jobKinds, request.now, now());
      if (jobKind) audit.recordIn(tx, { actor: staff, action: 'job run now', details: { kind: jobKind.kind } });
      return jobKind?.title;
    }
    if ('confirm' in request) {
      const jobKind = await confirm(tx, jobKinds, request, now());
      const details = { kind: request.confirm, question: request.question };
      if (jobKind) await audit.recordIn(tx, { actor: staff, action: 'job confirmed', details });
      return jobKind?.title;
    }
    const failedJob = await runAgain(tx, jobKinds, request.again, now());
    if (!failedJob) return undefined;
    const { jobKind, subjectId } = failedJob;
    const details = { kind: jobKind.kind, job: request.again };
    audit.recordIn(tx, { actor: staff, action: 'job run again', subjectId: subjectId ?? undefined, details });
    return jobKind.title;
  });
  if (title === undefined)
    return { kind: 'refused', message: 'It cannot be run: somebody else did so, or it has changed. Look again.' };
  app.jobs.wake();
  return { kind: 'done', message: `${title}: due now. It runs within half a minute.` };
}

/** Makes a failed job due, with as many attempts as a new one; null where there is none that may be run again. */
export async function runAgain(
  tx: Tx,
  jobKinds: readonly JobKind[],
  id: string,
  now: number,
): Promise<{ jobKind: JobKind; subjectId: string | null } | null> {
  // No id has a NUL character, and PostgreSQL refuses a query with one.
  if (id.includes('\0')) return null;
  const row = await failed(tx).select(['kind', 'subject_id']).where('id', '=', id).executeTakeFirst();
  const jobKind = jobKinds.find(({ kind }) => kind === row?.kind);
  if (!row || !jobKind?.canRunAgain({ subjectId: row.subject_id })) return null;
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({ failed_at: null, first_attempt_at: null, attempts: 0, run_at: sharedNow(tx, now) })
    .where('id', '=', id)
    .where('failed_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? { jobKind, subjectId: row.subject_id } : null;
}

/** Makes recurring work due; null where there is none of that kind. */
export async function runNow(tx: Tx, jobKinds: readonly JobKind[], kind: string, now: number): Promise<JobKind | null> {
  const jobKind = jobKinds.find((one) => one.next !== null && one.kind === kind);
  if (!jobKind) return null;
  await tx
    .updateTable('jobs')
    .set({ run_at: sharedNow(tx, now) })
    .where('id', '=', kind)
    .execute();
  return jobKind;
}

/** Records that a person confirmed this question, and makes the work due; null where it does not ask that any more. */
async function confirm(
  tx: Tx,
  jobKinds: readonly JobKind[],
  { confirm: kind, question }: { confirm: string; question: string },
  now: number,
): Promise<JobKind | null> {
  const jobKind = jobKinds.find((one) => one.next !== null && one.kind === kind);
  if (!jobKind) return null;
  const asked = tx
    .selectFrom('jobs')
    .select(['payload', 'last_detail'])
    .where('id', '=', kind)
    .where('last_outcome', '=', unconfirmedOutcome)
    .where('lease_until', 'is', null);
  const row = await lockRows(tx, asked, 'for update').executeTakeFirst();
  if (!row || row.last_detail !== question) return null;
  const payload = JSON.stringify({ ...JSON.parse(row.payload ?? '{}'), confirmedAt: await readSharedNow(tx, now) });
  await tx
    .updateTable('jobs')
    .set({ payload, run_at: sharedNow(tx, now) })
    .where('id', '=', kind)
    .execute();
  return jobKind;
}

async function recurring(db: Db, { kind, title }: JobKind): Promise<JobKindView> {
  const row = await db.selectFrom('jobs').selectAll().where('id', '=', kind).executeTakeFirst();
  return {
    kind,
    title,
    isRecurring: true,
    failed: 0,
    failedJobs: [],
    lastRunAt: row?.last_run_at ?? null,
    lastDetail: row?.last_detail ?? null,
    isFailing: failingOutcomes.includes(row?.last_outcome ?? ''),
    question: row?.last_outcome === unconfirmedOutcome ? row.last_detail : null,
    nextRunAt: row?.run_at ?? null,
    waiting: row && row.last_run_at === null ? 1 : 0,
  };
}

async function enqueued(app: App, db: Db, jobKind: JobKind): Promise<JobKindView> {
  const { kind, title } = jobKind;
  const last = await db
    .selectFrom('job_attempts')
    .select(['at', 'detail'])
    .where('kind', '=', kind)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const waiting = await db
    .selectFrom('jobs')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('run_at').as('next')])
    .where('kind', '=', kind)
    .where('finished_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirst();
  const count = await failed(db)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .executeTakeFirst();
  const rows = await failed(db)
    .leftJoin('form_submissions', 'form_submissions.id', 'jobs.subject_id')
    .select(['jobs.id', 'subject_id', 'reference', 'template', 'failed_at', 'attempts', 'last_detail'])
    .where('kind', '=', kind)
    .orderBy('failed_at', 'desc')
    .limit(maxFailedShown)
    .execute();
  return {
    kind,
    title,
    isRecurring: false,
    isFailing: false,
    question: null,
    lastRunAt: last?.at ?? null,
    lastDetail: last?.detail ?? null,
    nextRunAt: waiting?.next ?? null,
    waiting: Number(waiting?.count ?? 0),
    failed: Number(count?.count ?? 0),
    failedJobs: rows.map((row) => ({
      id: row.id,
      reference: row.reference,
      title: row.template && jobKind.titleOf(row.template, app),
      attempts: row.attempts,
      subjectId: row.subject_id,
      failedAt: row.failed_at ?? 0,
      lastDetail: row.last_detail,
      canRunAgain: jobKind.canRunAgain({ subjectId: row.subject_id }),
    })),
  };
}

/** The jobs that failed and were not acknowledged by a member of staff. */
function failed(db: Db) {
  return db
    .selectFrom('jobs')
    .where('failed_at', 'is not', null)
    .where('finished_at', 'is', null)
    .where('acknowledged_at', 'is', null);
}
