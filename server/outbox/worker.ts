import type { Mailer } from '#server/mail/mailer.ts';
import { type Log, wordsOf } from '#server/ops/log.ts';
import type { Deliver } from './deliver.ts';
import type { DetailsCipher } from './email-details.ts';
import type { Line } from './line.ts';
import type { Recovery } from './recovery.ts';
import type { OutboxStore } from './store.ts';

/** Longer than the mailer's own time limits together, so that a letter has one sender at a time. */
export const leaseMs = 90_000;

/** Letters on their way at once, each on a connection of its own: one that hangs holds up nothing else. */
const most = 5;

/** The longest sleep: another instance may have stored a letter that this one was not told of. */
const longestSleepMs = 15_000;

/** How long letters on their way may take to finish once the process is asked to stop. */
const usualGraceMs = 4_000;

export type Worker = {
  /** Says that there may be something to send. */
  wake: () => void;
  /** When it last looked for something to do. */
  lastTurnAt: () => number;
  /** Takes no more letters, lets those on their way finish, and cuts short those that do not. */
  stop: (graceMs?: number) => Promise<void>;
};

type Services = {
  store: OutboxStore;
  mailer: Mailer;
  deliver: Deliver;
  cipher: DetailsCipher;
  line: Line;
  recovery: Recovery;
  log: Log;
  now: () => number;
};

/** Delivers what is due for as long as the process lives. */
export function startWorker({ store, mailer, deliver, cipher, line, recovery, log, now }: Services): Worker {
  const onTheirWay = new Set<Promise<unknown>>();
  const ending = new AbortController();
  let stopped = false;
  let checking = false;
  let woken = false;
  let failures = 0;
  let lastTurnAt = now();
  let endSleep = () => {};

  async function run() {
    await attempt(store.releaseLeases);
    await attempt(() => store.encryptDetails(cipher));
    while (!stopped) {
      woken = false;
      lastTurnAt = now();
      if (!checking && now() >= line.probeAt() && line.state().kind !== 'barred') void check();
      await attempt(recovery.bringForward);
      const free = line.mayBeOnTheirWay(most) - onTheirWay.size;
      const letters = free > 0 ? await attempt(() => store.claim(now(), leaseMs, free)) : [];
      for (const letter of letters ?? []) background(deliver(letter, ending.signal));
      await sleep(await timeToSleep(letters === null ? 'failed' : free - letters.length));
    }
  }

  /** Not waited for at the end: nothing depends on it. */
  async function check() {
    checking = true;
    line.note(await mailer.check());
    checking = false;
    wake();
  }

  function background(work: Promise<unknown>) {
    const watched = attempt(() => work).finally(() => {
      onTheirWay.delete(watched);
      wake();
    });
    onTheirWay.add(watched);
  }

  async function attempt<T>(act: () => Promise<T>): Promise<T | null> {
    try {
      const result = await act();
      failures = 0;
      return result;
    } catch (error) {
      failures += 1;
      // Said once for each time that it stops working, not at every turn.
      if (failures === 1) log.error('outbox failed', { words: wordsOf(error) });
      return null;
    }
  }

  async function timeToSleep(free: number | 'failed'): Promise<number> {
    if (free === 'failed') return Math.min(250 * 2 ** failures, longestSleepMs);
    // Every hand is full: whoever comes back ends the sleep.
    if (free <= 0 && onTheirWay.size > 0) return longestSleepMs;
    const probeAt = Math.min(recovery.nextAt(), checking ? Number.POSITIVE_INFINITY : line.probeAt());
    const dueAt = free > 0 ? ((await attempt(() => store.nextDueAt(now()))) ?? Number.POSITIVE_INFINITY) : probeAt;
    return Math.min(Math.max(Math.min(dueAt, probeAt) - now(), 20), longestSleepMs);
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

  function wake() {
    woken = true;
    endSleep();
  }

  const running = run();
  return {
    wake,
    lastTurnAt: () => lastTurnAt,
    stop: async (graceMs = usualGraceMs) => {
      stopped = true;
      endSleep();
      const cut = setTimeout(() => ending.abort(), graceMs);
      await running;
      await Promise.all(onTheirWay);
      clearTimeout(cut);
    },
  };
}
