import { minute } from '#forms/durations.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { createLog, errorMessage } from '#server/observability/log.ts';
import { type Accept, createAccept } from '#server/submissions/accept/accept.ts';
import type { NewSubmission } from '#server/submissions/stored-submission.ts';
import type { Stored, SubmissionStore } from '#server/submissions/submission-store.ts';
import type { CanaryMarks } from './canary-mark.ts';
import { type CanaryRuns, canaryKind } from './canary-runs.ts';

/** A mark at the endpoint is as old as a request takes. */
const markMs = minute;

/**
 * Accepts the claims that the product sends itself: validated and stored by the same code as any other, but counted nowhere, limited by nothing,
 * and removed in the transaction that stores them. Of each the job is left that follows.
 */
export function createAcceptCanary(services: {
  store: Pick<SubmissionStore, 'tryOut'>;
  marks: CanaryMarks;
  runs: CanaryRuns;
  wakeWorker: () => void;
  now: () => number;
}) {
  const { marks, runs, wakeWorker, now } = services;
  let whyNotStored = '';

  const accept = createAccept({
    store: {
      batches: { limit: 1, atOnce: 1 },
      insertAll: (items) => Promise.all(items.map(store)),
      insertOrMerge: store,
      isAcknowledged: async () => false,
    },
    limits: null,
    // The log of submissions has none of them.
    log: createLog({ level: 'silent', write: () => {} }),
    now,
    onStored: wakeWorker,
  });

  return {
    /** What takes a request with this mark; null where we did not make it. The key of the submission is the id of the run. */
    accept: (mark: string): Accept | null => {
      const id = marks.read('claim', mark, markMs);
      return id === null ? null : (incoming) => accept({ ...incoming, idempotencyKey: id, replaces: [] });
    },

    /** Why the last one was not stored. */
    whyNotStored: () => whyNotStored,
  };

  async function store(item: NewSubmission): Promise<Stored> {
    const id = item.idempotencyKey ?? '';
    try {
      return await services.store.tryOut(item, async (tx) => {
        // A mark that was used before leaves nothing.
        if (!(await runs.noteIn(tx, id, 'stored_at'))) throw new Error('It came before, or too late.');
        await enqueue(tx, [{ kind: canaryKind, createdAt: now(), payload: id }]);
      });
    } catch (error) {
      whyNotStored = errorMessage(error);
      throw error;
    }
  }
}
