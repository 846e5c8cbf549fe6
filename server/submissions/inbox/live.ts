import { sql } from 'kysely';
import type { AuditAction } from '#server/audit/audit-event.ts';
import type { Database } from '#server/database/open.ts';
import { errorMessage, type Log } from '#server/observability/log.ts';

/** Many changes are one notification. */
const throttleMs = 500;

/** How soon a change that another instance made is seen. */
const pollMs = 3_000;

export type Live = ReturnType<typeof createLive>;

/** Notifies listeners that something changed, never of what. */
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
      await poll().catch((error) => log.debug('live poll failed', { error: errorMessage(error) }));
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

/** So often a stream sends a heartbeat, and looks whether its session still holds. */
const beatMs = 30_000;

type Close = () => void;

/** Server-sent events for one browser: `change` when something changed, `beat`, and `over` when the session has ended. */
export function createEventStreams(services: { listen: (onChange: () => void) => () => void }) {
  const open = new Set<Close>();

  return {
    events: (isStillIn: () => Promise<boolean>): ReadableStream<Uint8Array> => {
      let close: Close = () => {};
      let end = () => false;
      return new ReadableStream({
        start(controller) {
          const encoder = new TextEncoder();
          const say = (event: string) => controller.enqueue(encoder.encode(`event: ${event}\ndata: \n\n`));
          const stopListening = services.listen(() => say('change'));
          const timer = setInterval(async () => {
            const isIn = await isStillIn().catch(() => true);
            if (!open.has(close)) return;
            say(isIn ? 'beat' : 'over');
            if (!isIn) close();
          }, beatMs);
          end = () => {
            if (!open.delete(close)) return false;
            clearInterval(timer);
            stopListening();
            return true;
          };
          close = () => {
            if (end()) controller.close();
          };
          open.add(close);
          say('beat');
        },
        // The browser is gone: there is nothing left to close.
        cancel: () => {
          end();
        },
      });
    },

    /** The process is about to end, and open streams would hold it up. */
    closeAll: () => {
      for (const close of [...open]) close();
    },
  };
}

/** They only read, so no list changes with them. */
const readActions: AuditAction[] = [
  'inbox viewed',
  'searched',
  'submission viewed',
  'list exported',
  'person exported',
  'audit viewed',
];

/** How far the store has come: the newest submission, and the newest event. */
export type Mark = { createdAt: number; eventId: string };

export type LiveStore = ReturnType<typeof createLiveStore>;

export function createLiveStore({ db }: Database) {
  return {
    mark: async (): Promise<Mark> => {
      const { rows } = await sql<{ at: number | null; suspect: number | null; event: string | null }>`select
        (select max(created_at) from form_submissions where quarantined_at is null) as at,
        (select max(created_at) from form_submissions where quarantined_at is not null) as suspect,
        (select max(id) from audit_events) as event`.execute(db);
      const [row] = rows;
      return { createdAt: Math.max(row?.at ?? 0, row?.suspect ?? 0), eventId: row?.event ?? '' };
    },

    /** Whether anything was changed since that event. */
    hasChangedSince: async (eventId: string): Promise<boolean> => {
      const row = await db
        .selectFrom('audit_events')
        .select('id')
        .where('id', '>', eventId)
        .where('action', 'not in', readActions)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
