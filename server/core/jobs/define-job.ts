import type { RawBuilder } from 'kysely';
import { day, minute } from '#forms/durations.ts';
import type { App } from '#server/core/app.ts';

/** A job, leased to this process. */
export type LeasedJob = {
  id: string;
  kind: string;
  template: string | null;
  subjectId: string | null;
  recipient: string | null;
  payload: string | null;
  createdAt: number;
  /** When it was due. */
  runAt: number;
  /** The number of attempts, including the current one. */
  attempts: number;
  firstAttemptAt: number;
  fencingToken: number;
  /** Until then no other process can lease it. */
  leaseUntil: number;
};

/** `outcome` is a name that the kind defines; `detail` the details: an error, the response of a mail server, a count. */
export type Attempt = { outcome: string; detail: string };

/**
 * - `done`; with `alsoFor`, the same job is stored for each of these recipients, with attempts and an outcome of its own.
 * - `retry`: at the time that the kind's `retry` returns, which is given `notBefore`.
 * - `failed`: not again.
 * - `released`: the attempt does not count. The job is due at once, or after a pause where an attempt was made.
 */
export type JobResult =
  | { kind: 'done'; attempt: Attempt; alsoFor?: string[] | undefined }
  | { kind: 'failed'; attempt: Attempt }
  | { kind: 'retry'; attempt: Attempt; notBefore?: number }
  | { kind: 'released'; attempt: Attempt | null };

/** How a result is stored. `waits` is due again at `until`. */
export type Settlement =
  | { kind: 'finished'; at: number; attempt: Attempt; alsoFor?: string[] | undefined }
  | { kind: 'failed'; at: number; attempt: Attempt }
  | { kind: 'waits'; until: number; isSuccess: boolean; attempt: Attempt }
  | { kind: 'released'; attempt: Attempt | null };

export type Run = {
  /** Aborted shortly before the process ends. */
  signal: AbortSignal;
  /** Extends the lease by its full length; throws when another process has taken the job over. */
  renewLease: () => Promise<void>;
};

export type JobKind = {
  kind: string;
  /** Its name in the desk. */
  title: string;
  /** How many of this kind run at once in one process. */
  concurrency: number;
  /** What decides which due job runs next, before the time at which it fell due: SQL on its row, the least first. */
  order: readonly RawBuilder<unknown>[];
  /**
   * Kinds that go first: where a job of theirs is due that no process runs, none of this kind begins before the next look. After
   * `atMostMs` of that they run beside each other, so that no amount of their work holds this kind up.
   */
  after: { kinds: readonly string[]; atMostMs: number } | null;
  leaseMs: number;
  /** For enqueued jobs: longer than any wait for an attempt. A longer one was scheduled while the clock was ahead. */
  maxWaitMs: number;
  /**
   * When to run again after a failed attempt; null for no more attempts: an enqueued job has then failed, and recurring work waits
   * for its next time.
   */
  retry: (job: LeasedJob, now: number, notBefore?: number) => number | null;
  /** For recurring work: the time of the run after one at `now`. Null for enqueued jobs. */
  next: ((now: number) => number) | null;
  /** For recurring work: whether it also runs at each start. */
  isDueAtStart: boolean;
  /** An error that it throws counts as `retry`. */
  handle: (job: LeasedJob, run: Run, app: App) => Promise<JobResult>;
  /** Limits `concurrency` further, depending on the state of something else. */
  gate: Gate | null;
  /** Called after a settlement. `isHeld` is false where another process had taken the job over, and nothing was stored. */
  onSettled: ((job: LeasedJob, settlement: Settlement, isHeld: boolean, app: App) => void) | null;
  /** Erases the payload once it is finished or has failed, unless it can run again. */
  isPayloadSecret: boolean;
  /** The title in the desk of one of them, by its template; null where it has none. */
  titleOf: (template: string, app: App) => string | null;
  /** Whether something else says that it fails: an alarm of its own, or who waits for what it sends. */
  isWatchedElsewhere: boolean;
  /** Whether staff can run a failed one again. */
  canRunAgain: (job: { subjectId: string | null }) => boolean;
};

export type Gate = {
  /** Called before due jobs are leased. Work that it starts and does not wait for calls `wake` when it ends. */
  prepare: (wake: () => void, app: App) => Promise<void>;
  /** How many jobs may run now. */
  capacity: (app: App) => number;
  /** When `prepare` must be called at the latest, though no job is due. */
  nextCheckAt: (app: App) => number;
};

/** A schedule for recurring work: this long after each run. */
export function every(ms: number): (now: number) => number {
  return (now) => now + ms;
}

export function done(detail: string): JobResult {
  return { kind: 'done', attempt: { outcome: 'done', detail } };
}

/** The outcome of recurring work that does nothing until a person has confirmed the question in its detail. */
export const unconfirmedOutcome = 'unconfirmed';

export function unconfirmed(question: string): JobResult {
  return { kind: 'retry', attempt: { outcome: unconfirmedOutcome, detail: question } };
}

/** For `retry`: these pauses after failed attempts, and no attempt after the last of them failed as well. */
export function retryAfter(...pausesMs: number[]): JobKind['retry'] {
  return ({ attempts }, now) => {
    const pauseMs = pausesMs[attempts - 1];
    return pauseMs === undefined ? null : now + pauseMs;
  };
}

type Definition = Pick<JobKind, 'kind' | 'title' | 'handle'> & Partial<JobKind>;

/**
 * One kind of job. The defaults suit small recurring work, which is repeated after a minute where it fails. An enqueued job has to
 * say how often it is retried, so that one that always fails becomes a failed job, which a person sees.
 */
export function defineJob(kind: Definition & (Pick<JobKind, 'retry'> | { next: Exclude<JobKind['next'], null> })): JobKind {
  const defaults = {
    concurrency: 1,
    order: [],
    after: null,
    leaseMs: 5 * minute,
    maxWaitMs: day,
    retry: (_job: LeasedJob, now: number) => now + minute,
    next: null,
    isDueAtStart: false,
    gate: null,
    onSettled: null,
    isPayloadSecret: false,
    titleOf: () => null,
    isWatchedElsewhere: false,
    canRunAgain: () => true,
  };
  return { ...defaults, ...kind };
}
