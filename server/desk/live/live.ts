import type { Database } from '#server/database/open.ts';
import { type Log, wordsOf } from '#server/ops/log.ts';
import type { LiveStore, Mark } from './store.ts';

/** A busy minute is told as a few changes. */
const throttleMs = 500;

/** How soon a change that another instance made is seen. */
const pollMs = 3_000;

export type Live = ReturnType<typeof createLive>;

/** Tells whoever listens that there is something new, never what. */
export function createLive({ store, engine, log }: { store: LiveStore; engine: Database['engine']; log: Log }) {
  const listeners = new Set<() => void>();
  let pause: NodeJS.Timeout | null = null;
  let isPending = false;
  let polling: NodeJS.Timeout | null = null;
  let seen: Mark | null = null;

  function tell(): void {
    if (listeners.size === 0) return;
    if (pause) {
      isPending = true;
      return;
    }
    for (const listener of [...listeners]) listener();
    pause = setTimeout(() => {
      pause = null;
      if (isPending) {
        isPending = false;
        tell();
      }
    }, throttleMs).unref();
  }

  /** On SQLite this process is the only one that changes anything, but for the tools. */
  async function poll(): Promise<void> {
    const before = seen;
    seen = await store.mark();
    if (before === null) return;
    if (seen.createdAt > before.createdAt || (seen.eventId > before.eventId && (await store.hasChangedSince(before.eventId))))
      tell();
  }

  function watch(): void {
    polling = setTimeout(async () => {
      await poll().catch((error) => log.debug('live poll failed', { words: wordsOf(error) }));
      if (listeners.size > 0) watch();
      else polling = null;
    }, pollMs).unref();
  }

  function listen(onChange: () => void): () => void {
    // One that listens twice hears twice.
    const listener = () => onChange();
    listeners.add(listener);
    if (engine === 'postgres' && polling === null) {
      seen = null;
      void poll().catch(() => {});
      watch();
    }
    return () => void listeners.delete(listener);
  }

  return {
    tell,
    listen,
    stop: () => {
      listeners.clear();
      for (const timer of [pause, polling]) if (timer) clearTimeout(timer);
      [pause, polling] = [null, null];
    },
  };
}
