import { day, minute } from '#forms/durations.ts';
import type { App } from '#server/core/app.ts';
import type { Attempt, JobResult, LeasedJob } from '#server/core/jobs/define-job.ts';
import type { Delivery } from './mailer.ts';

/**
 * A lease outlasts an attempt and a check of the mail server, of 45 seconds each at most, so that no second process sends the same email
 * meanwhile. It is renewed while the server has the email and does not answer.
 */
export const leaseMs = 120_000;

/** The pauses after the first attempts. */
const firstDelaysMs = [10_000, 30_000, 2 * minute];

/** The pause after each later one. Outages are the circuit breaker's: this is for an email that is deferred for reasons of its own. */
const longestDelayMs = 5 * minute;

/** An email is given up after five days, which is longer than a bank-holiday weekend in which nobody looks after the mail server. */
export const giveUpAfterMs = 5 * day;

/** When to retry after a failed attempt; null for never. The longest pause has a jitter of ten per cent, which spreads a backlog. */
export function nextAttemptAt(
  job: Pick<LeasedJob, 'attempts' | 'firstAttemptAt'>,
  now: number,
  random: () => number = Math.random,
  notBefore = 0,
): number | null {
  if (now - job.firstAttemptAt >= giveUpAfterMs) return null;
  return Math.max(now + (firstDelaysMs[job.attempts - 1] ?? longestDelayMs * (0.9 + random() * 0.1)), notBefore);
}

/** The pause after an attempt whose fate is unknown: the recipient may have the email, so it is not repeated in a hurry. */
const unknownDelayMs = 2 * longestDelayMs;

/** Longer than any pause. */
export const maxWaitMs = 3 * longestDelayMs;

/** How often an email may leave without an answer before it has failed: nobody gets more copies of it than that. */
const maxUnknown = 4;

/** What becomes of an email whose fate is unknown; null once it was sent as often as it may be. */
export async function resultOfUnknown(app: App, job: LeasedJob, attempt: Attempt): Promise<JobResult | null> {
  const count = (await countUnknown(app, job)) + 1;
  return count < maxUnknown ? { kind: 'retry', attempt, notBefore: app.now() + unknownDelayMs } : null;
}

/**
 * How often an email has left without an answer; since "send again" no oftener than it was attempted. Times are not compared, because those
 * of attempts are of this machine's clock, and the others of the database's.
 */
export async function countUnknown(app: App, { id, attempts }: LeasedJob): Promise<number> {
  const { count } = await app.db.read((db) =>
    db
      .selectFrom('job_attempts')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('job_id', '=', id)
      .where('outcome', '=', 'unknown' satisfies Delivery['kind'])
      .executeTakeFirstOrThrow(),
  );
  return Math.min(Number(count), attempts - 1);
}
