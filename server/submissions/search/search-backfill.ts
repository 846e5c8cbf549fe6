import { setTimeout as pause } from 'node:timers/promises';
import { defineJob, done, every, type Run } from '#server/jobs/define-job.ts';
import type { SearchHit } from './search-engines.ts';
import type { SearchStore } from './search-store.ts';

/** How many rows are read at once, and how many are indexed in one transaction, which is short enough for no visitor to notice. */
const pageSize = 500;
const batchSize = 40;

const day = 86_400_000;

/**
 * Indexes what was stored before there was an index, or came from a backup. That is done once for a store, newest first, over as many
 * starts as it takes. Everything else is indexed in the transaction that stores it.
 */
export function createSearchBackfill({ store, now }: { store: SearchStore; now: () => number }) {
  let running: Promise<void> | null = null;

  /** Completes the backfill; afterwards everything that is stored now can be found. */
  function run(current: Run | null = null): Promise<void> {
    running ??= fill(current).finally(() => {
      running = null;
    });
    return running;
  }

  async function fill(current: Run | null): Promise<void> {
    for (const quarantine of ['out', 'in'] as const) await fillPart(quarantine, current);
    await fillMessages(current);
    await store.setComplete(now());
  }

  async function fillMessages(current: Run | null): Promise<void> {
    for (let ids = await store.claimsWithMessages('', batchSize); ids.length > 0; ) {
      current?.signal.throwIfAborted();
      await store.indexMessagesOf(ids);
      await current?.renewLease();
      await pause(1);
      ids = await store.claimsWithMessages(ids.at(-1) ?? '', batchSize);
    }
  }

  async function fillPart(quarantine: 'out' | 'in', current: Run | null): Promise<void> {
    for (let after: SearchHit | null = null; ; ) {
      const page = await store.page(quarantine, after, pageSize);
      const missing = page.filter(({ isIndexed }) => !isIndexed).map(({ id }) => id);
      for (let from = 0; from < missing.length; from += batchSize) {
        current?.signal.throwIfAborted();
        await store.add(missing.slice(from, from + batchSize));
        await pause(1);
      }
      if (page.length < pageSize) return;
      after = page.at(-1) ?? null;
      await current?.renewLease();
      await pause(1);
    }
  }

  async function runOnce(current: Run | null = null): Promise<void> {
    if (!(await store.isComplete())) await run(current);
  }

  return {
    run: (): Promise<void> => run(),
    /** Runs the backfill, unless it was completed before. */
    runOnce: (): Promise<void> => runOnce(),
    jobKind: defineJob({
      kind: 'search-backfill',
      title: 'Completing the search index',
      // A restored backup has no index.
      isDueAtStart: true,
      next: every(day),
      handle: async (_job, run) => {
        await runOnce(run);
        return done('Complete.');
      },
    }),
  };
}
