import type { App } from '#server/core/app.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import type { JobKind, JobResult, LeasedJob, Settlement } from './define-job.ts';
import { ensureRecurring, lease, renew, settle } from './queue.ts';
import { settlementOf } from './settlement.ts';

/**
 * The pauses between attempts to settle: 36 seconds in all. That fits into the rest of the lease of an e-mail, of two minutes, which is
 * renewed after 40 seconds.
 */
const settlePausesMs = [100, 200, 400, 800, 1_600, 3_000, 5_000, 5_000, 5_000, 5_000, 5_000, 5_000];

/** Runs a leased job and settles it. Throws only when the settlement cannot be stored. */
export async function runJob(
  app: App,
  jobKind: JobKind,
  leased: LeasedJob,
  signal: AbortSignal,
): Promise<{ result: JobResult; settlement: Settlement }> {
  const { now } = app;
  const renewLease = async () => {
    if (!(await renew(app, leased, jobKind.leaseMs))) throw new Error('Another process has taken the job over.');
  };
  const result = await jobKind
    .handle(leased, { signal, renewLease }, app)
    .catch((error: unknown) => resultOfError(error, signal));
  const settlement = settlementOf(jobKind, leased, result, now());
  const isHeld = await repeatWhileLeased(leased, signal, now, () => settle(app, jobKind, leased, settlement));
  jobKind.onSettled?.(leased, settlement, isHeld, app);
  return { result, settlement };
}

/** Renews leases while work goes on that may outlast them. One that could not be renewed is lost as any other that expires. */
export async function keepLeases<T>(app: App, jobs: LeasedJob[], leaseMs: number, work: () => Promise<T>): Promise<T> {
  const renewAll = () => void Promise.allSettled(jobs.map((job) => renew(app, job, leaseMs)));
  const timer = setInterval(renewAll, app.limits.worker.renew);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** The result of work that threw an error, or was aborted because the process ends. */
export function resultOfError(error: unknown, signal: AbortSignal): JobResult {
  if (signal.aborted) return { kind: 'released', attempt: null };
  return { kind: 'retry', attempt: { outcome: 'error', detail: errorMessage(error) } };
}

/** Runs recurring work if it is due and no other process runs it; returns whether it did. Throws the error of the work, once settled. */
export async function runIfDue(app: App, jobKind: JobKind): Promise<boolean> {
  await ensureRecurring(app, [jobKind]);
  const [leased] = (await lease(app, jobKind, 1)).leased;
  if (!leased) return false;
  const { result } = await runJob(app, jobKind, leased, new AbortController().signal);
  if (result.kind !== 'done') throw new Error(result.attempt?.detail);
  return true;
}

/** Repeats settling for as long as the lease lasts, so that a store that fails for a moment does not make a job run twice. */
export async function repeatWhileLeased<T>(
  { leaseUntil }: Pick<LeasedJob, 'leaseUntil'>,
  signal: AbortSignal,
  now: () => number,
  settle: () => Promise<T>,
): Promise<T> {
  for (const pauseMs of settlePausesMs) {
    try {
      return await settle();
    } catch (error) {
      if (signal.aborted || now() + pauseMs > leaseUntil) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  return settle();
}
