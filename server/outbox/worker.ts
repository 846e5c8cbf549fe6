import { type Log, wordsOf } from '#server/ops/log.ts';
import type { Deliver } from './deliver.ts';
import type { OutboxStore } from './store.ts';

/** The longest sleep: another instance may have stored a letter that this one was not told of. */
const longestSleepMs = 15_000;

export type Worker = {
  /** Says that there may be something to send. */
  wake: () => void;
  /** Lets the letters on their way finish and takes no more. */
  stop: () => Promise<void>;
};

/** Delivers what is due for as long as the process lives. */
export function startWorker(services: { store: OutboxStore; deliver: Deliver; log: Log; now: () => number }): Worker {
  const { store, deliver, log, now } = services;
  let stopped = false;
  let woken = false;
  let endSleep = () => {};

  async function run() {
    await attempt(store.releaseLeases);
    while (!stopped) {
      woken = false;
      const taken = await attempt(() => deliver(now()));
      if (!taken && !stopped && !woken) await sleep(await timeToSleep());
    }
  }

  async function attempt<T>(act: () => Promise<T>): Promise<T | null> {
    try {
      return await act();
    } catch (error) {
      log.error('outbox failed', { words: wordsOf(error) });
      return null;
    }
  }

  async function timeToSleep(): Promise<number> {
    const dueAt = await attempt(store.nextDueAt);
    if (dueAt === null) return longestSleepMs;
    return Math.min(Math.max(dueAt - now(), 100), longestSleepMs);
  }

  async function sleep(ms: number) {
    if (woken || stopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endSleep = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  const running = run();
  return {
    wake: () => {
      woken = true;
      endSleep();
    },
    stop: async () => {
      stopped = true;
      endSleep();
      await running;
    },
  };
}
