import { type Log, wordsOf } from '#server/ops/log.ts';

export type Duty = { name: string; everyMs: number; run: () => Promise<unknown> };

/** Does each duty at the start and then every so often, never twice at once. One that fails says so once, and is tried again. */
export function createClockwork(log: Log, duties: Duty[]) {
  const timers: NodeJS.Timeout[] = [];
  const running = new Set<Promise<void>>();

  function wind({ name, everyMs, run }: Duty) {
    let isFailing = false;
    let isBusy = false;
    async function turn() {
      isBusy = true;
      try {
        await run();
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.error('duty failed', { duty: name, words: wordsOf(error) });
        isFailing = true;
      } finally {
        isBusy = false;
      }
    }
    const begin = () => {
      if (isBusy) return;
      const turning = turn().finally(() => running.delete(turning));
      running.add(turning);
    };
    begin();
    timers.push(setInterval(begin, everyMs).unref());
  }

  return {
    start: () => {
      for (const duty of duties) wind(duty);
    },
    /** Lets what is being done finish. */
    stop: async () => {
      for (const timer of timers.splice(0)) clearInterval(timer);
      await Promise.all(running);
    },
  };
}
