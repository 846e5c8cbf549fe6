import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { type Log, wordsOf } from '#server/ops/log.ts';
import type { SearchStore, Walked } from './store.ts';

const pageSize = 500;

/** Submissions that get their terms in one transaction: short enough that no visitor notices. */
const batchSize = 40;

/** Another instance may have stored one that this one was not told of. */
const lookEveryMs = 5_000;

/** Longer than any clock of another instance is wrong, or any commit is late. */
const lookBackMs = 10 * 60_000;

export type Indexer = ReturnType<typeof createIndexer>;

/** Makes every submission findable, after it was accepted and out of its way. */
export function createIndexer({ store, log, now }: { store: SearchStore; log: Log; now: () => number }) {
  let isWhole = false;
  let running: Promise<void> | null = null;
  let wanted = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | null = null;

  async function run(): Promise<void> {
    while (wanted && !isStopped) {
      wanted = false;
      // All of them once, because terms are not in a backup; from then on what is new.
      const since = isWhole ? { createdAt: now() - lookBackMs, id: '' } : null;
      await cover('usual', since);
      await cover('suspects', since);
      isWhole ||= !isStopped;
    }
  }

  async function cover(pile: 'usual' | 'suspects', since: Walked | null): Promise<void> {
    for (let after = since; !isStopped; ) {
      const page = await store.walk(pile, after, pageSize);
      const missing = page.filter(({ isFound }) => !isFound).map(({ id }) => id);
      for (let from = 0; from < missing.length; from += batchSize) {
        await store.add(missing.slice(from, from + batchSize));
        await setImmediate();
      }
      if (page.length < pageSize) return;
      after = page.at(-1) ?? null;
      await sleep(1);
    }
  }

  /** Everything that is stored now can be found when this is done. */
  async function catchUp(): Promise<void> {
    wanted = true;
    running ??= run().finally(() => {
      running = null;
    });
    await running;
    // It may have begun before this was asked.
    if (wanted && !isStopped) await catchUp();
  }

  /** As `catchUp`, for whoever does not wait. */
  function wake(): void {
    void catchUp().catch((error) => log.warn('search index behind', { words: wordsOf(error) }));
  }

  return {
    catchUp,
    wake,
    start: () => {
      wake();
      timer = setInterval(wake, lookEveryMs);
      timer.unref();
    },
    stop: async () => {
      isStopped = true;
      if (timer) clearInterval(timer);
      await running?.catch(() => {});
    },
  };
}
