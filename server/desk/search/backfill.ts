import { setTimeout as pause } from 'node:timers/promises';
import { type Log, wordsOf } from '#server/ops/log.ts';
import type { SearchStore, Walked } from './store.ts';

/** Rows read at once, and put into the index in one transaction: short enough that no visitor notices. */
const pageSize = 500;
const batchSize = 40;

const firstRetryMs = 1_000;
const longestRetryMs = 60_000;

/**
 * Puts into the search index what was stored before there was one, or came from a backup: once for a store, newest first, over as
 * many starts as it takes. Everything else is put there in the transaction that stores it.
 */
export function createBackfill({ store, log, now }: { store: SearchStore; log: Log; now: () => number }) {
  let running: Promise<void> | null = null;
  let retry: NodeJS.Timeout | null = null;
  let isStopped = false;

  /** Everything that is stored now can be found when this is done. */
  function run(): Promise<void> {
    running ??= fill().finally(() => {
      running = null;
    });
    return running;
  }

  async function fill(): Promise<void> {
    for (const pile of ['usual', 'suspects'] as const) await fillPile(pile);
    if (!isStopped) await store.noteComplete(now());
  }

  async function fillPile(pile: 'usual' | 'suspects'): Promise<void> {
    for (let after: Walked | null = null; !isStopped; ) {
      const page = await store.walk(pile, after, pageSize);
      const missing = page.filter(({ isFound }) => !isFound).map(({ id }) => id);
      for (let from = 0; from < missing.length && !isStopped; from += batchSize) {
        await store.add(missing.slice(from, from + batchSize));
        await pause(1);
      }
      if (page.length < pageSize) return;
      after = page.at(-1) ?? null;
      await pause(1);
    }
  }

  async function begin(retryMs: number): Promise<void> {
    try {
      await runOnce();
    } catch (error) {
      if (isStopped) return;
      log.warn('search index behind', { words: wordsOf(error) });
      retry = setTimeout(() => void begin(Math.min(2 * retryMs, longestRetryMs)), retryMs).unref();
    }
  }

  async function runOnce(): Promise<void> {
    if (!(await store.isComplete())) await run();
  }

  return {
    run,
    /** As `run`, where it was not done to the end before. */
    runOnce,
    start: (): void => void begin(firstRetryMs),
    stop: async (): Promise<void> => {
      isStopped = true;
      if (retry) clearTimeout(retry);
      await running?.catch(() => {});
    },
  };
}
