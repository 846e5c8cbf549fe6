import { sql, type UpdateObject } from 'kysely';
import { minute } from '#forms/durations.ts';
import { insertRows, sharedNow } from '#server/core/database/engine.ts';
import { makeId } from '#server/core/database/make-id.ts';
import type { Schema, Tx } from '#server/core/database/schema.ts';
import type { Attempt, JobKind, JobResult, LeasedJob, Settlement } from './define-job.ts';

export const interruptedOutcome = 'interrupted';

/** The last outcomes of recurring work that fails at present. */
export const failingOutcomes = ['error', interruptedOutcome];

/** How long a job waits that was attempted and released: it alone may be the cause, so others go first. */
const releasedDelayMs = 30_000;

/** How many characters of an attempt's detail are stored. */
const maxDetailLength = 2_000;

export function settlementOf(jobKind: JobKind, leased: LeasedJob, result: JobResult, at: number): Settlement {
  const { kind, attempt } = result;
  const notBefore = result.kind === 'retry' ? result.notBefore : undefined;
  if (kind === 'released') return { kind, attempt };
  if (result.kind === 'done')
    return jobKind.next
      ? { kind: 'waits', until: jobKind.next(at), isSuccess: true, attempt }
      : { kind: 'finished', at, attempt, alsoFor: result.alsoFor };
  const retryAt = kind === 'failed' ? null : jobKind.retry(leased, at, notBefore);
  const until = retryAt ?? jobKind.next?.(at) ?? null;
  return until === null ? { kind: 'failed', at, attempt } : { kind: 'waits', until, isSuccess: false, attempt };
}

/** A job that ended without a result, with how that was stored. */
export type Interrupted = { leased: LeasedJob; settlement: Settlement; isDueAtOnce: boolean };

/**
 * Stores an attempt that ended without a result: its process was killed, crashed, or stood still until the lease expired. The first
 * time in a row something else may have ended the process, so the job is due at once. After that it counts as a failed attempt, so
 * that a job that kills its process is given up as one that fails is.
 */
export async function storeInterrupted(
  tx: Tx,
  jobKind: JobKind,
  { leased, lastOutcome, detail }: { leased: LeasedJob; lastOutcome: string | null; detail: string },
  now: number,
): Promise<Interrupted> {
  const attempt = { outcome: interruptedOutcome, detail };
  const isDueAtOnce = lastOutcome !== interruptedOutcome;
  const settlement: Settlement = isDueAtOnce
    ? { kind: 'waits', until: now, isSuccess: false, attempt }
    : settlementOfRepeated(jobKind, leased, attempt, now);
  await storeSettlement(tx, jobKind, leased, settlement, now);
  return { leased, settlement, isDueAtOnce };
}

function settlementOfRepeated(jobKind: JobKind, leased: LeasedJob, attempt: Attempt, now: number): Settlement {
  // The retry at once does not count as one of the kind's own.
  const settlement = settlementOf(jobKind, { ...leased, attempts: leased.attempts - 1 }, { kind: 'retry', attempt }, now);
  if (settlement.kind !== 'waits' || !jobKind.next) return settlement;
  // Recurring work is never given up: the pauses between the ends of its process grow up to its next time.
  const grown = now + minute * 2 ** (leased.attempts - 2);
  return { ...settlement, until: Math.min(Math.max(settlement.until, grown), jobKind.next(now)) };
}

/** Stores a settlement; false when another process has taken the job over, and nothing was stored. */
export async function storeSettlement(
  tx: Tx,
  jobKind: JobKind,
  leased: LeasedJob,
  settlement: Settlement,
  now: number,
): Promise<boolean> {
  const isRecurring = jobKind.next !== null;
  const isOver = settlement.kind === 'finished' || settlement.kind === 'failed';
  const attempt = settlement.attempt && storable(settlement.attempt);
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({
      ...(attempt && { last_outcome: attempt.outcome, last_detail: attempt.detail }),
      ...changeFor(settlement, leased, now, sharedNow(tx, now)),
      ...(isRecurring && runTimes(settlement, now)),
      ...(isOver && jobKind.isPayloadSecret && !jobKind.canRunAgain(leased) && { payload: null }),
      lease_until: null,
    })
    .where('id', '=', leased.id)
    .where('fencing_token', '=', leased.fencingToken)
    // An attempt must not be settled twice, which might happen where the first commit was not confirmed.
    .where('lease_until', 'is not', null)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (settlement.kind === 'finished') await storeCopies(tx, leased, settlement.alsoFor ?? [], now);
  if (!attempt || isRecurring) return true;
  const values = { job_id: leased.id, kind: jobKind.kind, at: now, ...attempt };
  if (settlement.kind === 'released' && (await replaceEqualAttempt(tx, values))) return true;
  await tx
    .insertInto('job_attempts')
    .values({ id: makeId(now), ...values })
    .execute();
  return true;
}

function storeCopies(tx: Tx, leased: LeasedJob, recipients: string[], now: number): Promise<void> {
  const { kind, template, subjectId, payload, createdAt } = leased;
  const copies = recipients.map((recipient) => ({
    id: makeId(now),
    kind,
    template,
    subject_id: subjectId,
    payload,
    recipient,
    created_at: createdAt,
    run_at: sharedNow(tx, now),
  }));
  return insertRows(tx, 'jobs', copies);
}

/**
 * An attempt as it can be stored. PostgreSQL refuses NUL: a job whose detail contains one could not be settled, and would run again
 * and again.
 */
function storable({ outcome, detail }: Attempt): Attempt {
  const text = detail.replaceAll('\0', '');
  return { outcome, detail: text.length > maxDetailLength ? `${text.slice(0, maxDetailLength)}…` : text };
}

function changeFor(
  settlement: Settlement,
  leased: LeasedJob,
  now: number,
  shared: ReturnType<typeof sharedNow>,
): UpdateObject<Schema, 'jobs'> {
  const { kind } = settlement;
  if (kind === 'released')
    return {
      ...(settlement.attempt && { run_at: sql<number>`${shared} + ${releasedDelayMs}` }),
      attempts: sql<number>`case when attempts > 0 then attempts - 1 else 0 end`,
      first_attempt_at: sql<number | null>`case when attempts > 1 then first_attempt_at end`,
    };
  if (kind === 'waits') {
    const reset = settlement.isSuccess ? { attempts: 0, first_attempt_at: null } : {};
    // A changed run_at is a request to run it again, made during the attempt.
    const until = sql<number>`case when run_at = ${leased.runAt} then ${shared} + ${Math.round(settlement.until - now)} else run_at end`;
    return { ...reset, run_at: until };
  }
  return { [kind === 'finished' ? 'finished_at' : 'failed_at']: settlement.at };
}

function runTimes(settlement: Settlement, now: number): UpdateObject<Schema, 'jobs'> {
  if (settlement.kind === 'released') return {};
  const isSuccess = settlement.kind === 'waits' && settlement.isSuccess;
  return { last_run_at: now, ...(isSuccess && { last_success_at: now }) };
}

/**
 * Of equal attempts in a row that do not count only the first and the latest are kept: while a login is refused there is one every
 * two minutes, for as long as nobody corrects it. False where the last two are not equal to this one.
 */
async function replaceEqualAttempt(tx: Tx, attempt: Attempt & { job_id: string; at: number }): Promise<boolean> {
  const lastTwo = await tx
    .selectFrom('job_attempts')
    .select(['id', 'outcome', 'detail'])
    .where('job_id', '=', attempt.job_id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  const latest = lastTwo[0];
  const areEqual = lastTwo.every(({ outcome, detail }) => outcome === attempt.outcome && detail === attempt.detail);
  if (!latest || lastTwo.length < 2 || !areEqual) return false;
  await tx.updateTable('job_attempts').set({ at: attempt.at }).where('id', '=', latest.id).execute();
  return true;
}
