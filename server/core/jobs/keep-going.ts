import type { Run } from './define-job.ts';

/** The least time between two renewals of a lease. It is a write, and the shortest lease is much longer. */
const renewAfterMs = 30_000;

/**
 * Returns a function for long work to call between its steps: it throws once the process is about to end, and renews the lease from
 * time to time, so that no other process takes the work over.
 */
export function createKeepGoing({ signal, renewLease }: Run, now: () => number): () => Promise<void> {
  let renewedAt = now();
  return async () => {
    signal.throwIfAborted();
    if (Math.abs(now() - renewedAt) < renewAfterMs) return;
    await renewLease();
    renewedAt = now();
  };
}
