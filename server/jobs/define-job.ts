/** A job that this process holds until its lease ends. */
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
  /** This one included. */
  attempts: number;
  firstAttemptAt: number;
  fencingToken: number;
  /** Until then no other process takes it. */
  leaseUntil: number;
};

/** What became of an attempt, in the kind's own words, with what was answered: an error, a mail server's words, a figure. */
export type Attempt = { outcome: string; answer: string };

/**
 * `done`, or `retry` at the time that the kind's `retry` tells, or `failed` for good, or `released`: the attempt does
 * not count, and another process may have it at once; where an attempt is told, after the others.
 */
export type JobResult = { kind: 'done' | 'retry' | 'failed'; attempt: Attempt } | { kind: 'released'; attempt: Attempt | null };

/** How a result is written down. */
export type Settlement =
  | { kind: 'finished' | 'failed'; at: number; attempt: Attempt }
  | { kind: 'waits'; until: number; isSuccess: boolean; attempt: Attempt }
  | { kind: 'released'; attempt: Attempt | null };

export type Run = {
  /** Aborted when the process is about to end. */
  signal: AbortSignal;
  /** Holds the job for another lease; throws when another process has taken it over. */
  renewLease: () => Promise<void>;
};

export type Job = {
  kind: string;
  /** What the desk calls it. */
  title: string;
  /** How many of this kind run at once in a process. */
  concurrency: number;
  leaseMs: number;
  /** Of what is enqueued: longer than it ever waits for an attempt. What would was scheduled by a clock that was ahead. */
  longestWaitMs: number;
  /** When to try again after a failed attempt. Null: not any more; recurring work then waits for its next time. */
  retry: (job: LeasedJob, now: number) => number | null;
  /** Recurring work: when it runs after a run at this time. Null for what is enqueued. */
  next: ((now: number) => number) | null;
  /** Recurring work that is also done at each start. */
  isDueAtStart: boolean;
  /** Whatever it throws counts as `retry`. */
  handle: (job: LeasedJob, run: Run) => Promise<JobResult>;
  /** Where `concurrency` changes by itself. */
  gate: Gate | null;
  /** Hears how an attempt was written down. Not held: another process had taken it over, and nothing was written. */
  onSettled: ((job: LeasedJob, settlement: Settlement, isHeld: boolean) => void) | null;
  /** Erases the payload once it is finished or has failed. */
  isPayloadSecret: boolean;
  /** Whether a failed one can be run again by a person. */
  canRunAgain: (job: { subjectId: string | null }) => boolean;
};

export type Gate = {
  /** Called before due jobs are looked for. What it begins and does not wait for calls `wake` when it ends. */
  prepare: (wake: () => void) => Promise<void>;
  /** How many may run now. */
  capacity: () => number;
  /** When to look again at the latest, though no job is due. */
  lookAgainAt: () => number;
};

const minute = 60_000;

/** For recurring work: so long after each run. */
export function every(ms: number): (now: number) => number {
  return (now) => now + ms;
}

export function done(answer: string): JobResult {
  return { kind: 'done', attempt: { outcome: 'done', answer } };
}

/** One kind of job; what is not said is as for small recurring work. */
export function defineJob(job: Pick<Job, 'kind' | 'title' | 'handle'> & Partial<Job>): Job {
  const defaults = {
    concurrency: 1,
    leaseMs: 5 * minute,
    longestWaitMs: 24 * 60 * minute,
    retry: (_job: LeasedJob, now: number) => now + minute,
    ...{ next: null, isDueAtStart: false, gate: null, onSettled: null, isPayloadSecret: false, canRunAgain: () => true },
  };
  return { ...defaults, ...job };
}
