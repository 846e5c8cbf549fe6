import { minute } from '#forms/durations.ts';
import { type Accept, createAccept } from '#server/claims/accept/accept.ts';
import type { NewSubmission } from '#server/claims/stored-submission.ts';
import { createSubmissionStore, type Stored } from '#server/claims/submission-store.ts';
import { type App, perApp } from '#server/core/app.ts';
import { enqueue } from '#server/core/jobs/queue.ts';
import { createLog, errorMessage } from '#server/core/observability/log.ts';
import { readMark } from './canary-mark.ts';
import { canaryKind, noteIn } from './canary-runs.ts';

/** A mark at the endpoint is as old as a request takes. */
const markMs = minute;

/** How claims of the product itself are accepted, and why the last one was not stored. */
const acceptingOf = perApp((app) => {
  const state = { whyNotStored: '' };
  const { tryOut } = createSubmissionStore(app.visitorDb);

  async function store(item: NewSubmission): Promise<Stored> {
    const id = item.idempotencyKey ?? '';
    try {
      return await tryOut(item, async (tx) => {
        // A mark that was used before leaves nothing.
        if (!(await noteIn(app, tx, id, 'stored_at'))) throw new Error('It came before, or too late.');
        await enqueue(tx, [{ kind: canaryKind, createdAt: app.now(), payload: id }]);
      });
    } catch (error) {
      state.whyNotStored = errorMessage(error);
      throw error;
    }
  }

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
    now: app.now,
    onStored: app.jobs.wake,
  });
  return { state, accept };
});

/**
 * What takes a request with this mark; null where we did not make it. The key of the submission is the id of the run. The claims that the
 * product sends itself are validated and stored by the same code as any other, but counted nowhere, limited by nothing, and removed in the
 * transaction that stores them. Of each the job is left that follows.
 */
export function acceptCanary(app: App, mark: string): Accept | null {
  const id = readMark(app, 'claim', mark, markMs);
  return id === null ? null : (incoming) => acceptingOf(app).accept({ ...incoming, idempotencyKey: id, replaces: [] });
}

/** Why the last one was not stored. */
export function whyNotStored(app: App): string {
  return acceptingOf(app).state.whyNotStored;
}
