import { setTimeout as pause } from 'node:timers/promises';
import { defineJob, done, every, type Run } from '#server/jobs/define-job.ts';
import type { SearchStore, Walked } from './search-store.ts';

/** Rows read at once, and put into the index in one transaction: short enough that no visitor notices. */
const pageSize = 500;
const batchSize = 40;

const day = 86_400_000;

/**
 * Puts into the search index what was stored before there was one, or came from a backup: once for a store, newest first, over as
 * many starts as it takes. Everything else is put there in the transaction that stores it.
 */
export function createBackfill({ store, now }: { store: SearchStore; now: () => number }) {
  let running: Promise<void> | null = null;

  /** Everything that is stored now can be found when this is done. */
  function run(job: Run | null = null): Promise<void> {
    running ??= fill(job).finally(() => {
      running = null;
    });
    return running;
  }

  async function fill(job: Run | null): Promise<void> {
    for (const pile of ['usual', 'suspects'] as const) await fillPile(pile, job);
    await store.noteComplete(now());
  }

  async function fillPile(pile: 'usual' | 'suspects', job: Run | null): Promise<void> {
    for (let after: Walked | null = null; ; ) {
      const page = await store.walk(pile, after, pageSize);
      const missing = page.filter(({ isFound }) => !isFound).map(({ id }) => id);
      for (let from = 0; from < missing.length; from += batchSize) {
        job?.signal.throwIfAborted();
        await store.add(missing.slice(from, from + batchSize));
        await pause(1);
      }
      if (page.length < pageSize) return;
      after = page.at(-1) ?? null;
      await job?.renewLease();
      await pause(1);
    }
  }

  async function runOnce(job: Run | null = null): Promise<void> {
    if (!(await store.isComplete())) await run(job);
  }

  return {
    run: (): Promise<void> => run(),
    /** As `run`, where it was not done to the end before. */
    runOnce: (): Promise<void> => runOnce(),
    job: defineJob({
      kind: 'search-backfill',
      title: 'Completing the search index',
      // A backup that was restored has no index.
      isDueAtStart: true,
      next: every(day),
      handle: async (_job, run) => {
        await runOnce(run);
        return done('Complete.');
      },
    }),
  };
}
