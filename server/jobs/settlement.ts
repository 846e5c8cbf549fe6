import { sql, type UpdateObject } from 'kysely';
import type { Schema, sharedNow } from '#server/database/schema.ts';
import type { Attempt, LeasedJob, Settlement } from './define-job.ts';

/** How long a released job lets others go first, where it was tried. */
const behindMs = 30_000;

/** Of what an attempt answered this much is kept, in characters. */
const longestAnswer = 2_000;

/** PostgreSQL refuses NUL: an answer with one could not be settled, and its job would run again and again. */
export function storable({ outcome, answer }: Attempt): Attempt {
  const text = answer.replaceAll('\0', '');
  return { outcome, answer: text.length > longestAnswer ? `${text.slice(0, longestAnswer)}…` : text };
}

/** What a settlement changes in the job's row. */
export function changeFor(
  settlement: Settlement,
  leased: LeasedJob,
  now: number,
  shared: ReturnType<typeof sharedNow>,
): UpdateObject<Schema, 'jobs'> {
  const { kind } = settlement;
  const attempt = settlement.attempt && storable(settlement.attempt);
  const last = attempt ? { last_outcome: attempt.outcome, last_answer: attempt.answer } : {};
  if (kind === 'released')
    return {
      ...last,
      // What is wrong may be wrong with this one alone.
      ...(attempt && { run_at: sql<number>`${shared} + ${behindMs}` }),
      attempts: sql<number>`case when attempts > 0 then attempts - 1 else 0 end`,
      first_attempt_at: sql<number | null>`case when attempts > 1 then first_attempt_at end`,
    };
  if (kind === 'waits') {
    const afresh = settlement.isSuccess ? { attempts: 0, first_attempt_at: null } : {};
    // Somebody asked for it meanwhile: then it is due now.
    const until = sql<number>`case when run_at = ${leased.runAt} then ${shared} + ${Math.round(settlement.until - now)} else run_at end`;
    return { ...last, ...afresh, run_at: until };
  }
  return { ...last, [kind === 'finished' ? 'finished_at' : 'failed_at']: settlement.at };
}

/** And in that of recurring work. */
export function ranNow(settlement: Settlement, now: number): UpdateObject<Schema, 'jobs'> {
  if (settlement.kind === 'released') return {};
  const isSuccess = settlement.kind === 'waits' && settlement.isSuccess;
  return { last_run_at: now, ...(isSuccess && { last_success_at: now }) };
}
