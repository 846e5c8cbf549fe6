import { sql } from 'kysely';
import type { AuditAction } from '#server/audit/audit-event.ts';
import { perApp } from '#server/core/app.ts';
import type { Database } from '#server/database/database.ts';
import { mayBeShared } from '#server/database/engine.ts';
import { errorMessage, type Log } from '#server/observability/log.ts';

/** There is at most one notification in this time. */
const throttleMs = 500;

/** How soon a change by another instance is noticed. */
const defaultPollMs = 3_000;

export type LiveUpdates = ReturnType<typeof createLiveUpdates>;

/** The live updates of this process. */
export const liveUpdatesOf = perApp(({ db, log }) => createLiveUpdates({ database: db, log }));

/** Notifies subscribers that something changed, not what. */
export function createLiveUpdates({ database, log, pollMs = defaultPollMs }: { database: Database; log: Log; pollMs?: number }) {
  const subscribers = new Set<() => void>();
  let pause: NodeJS.Timeout | null = null;
  let isPending = false;
  let polling: NodeJS.Timeout | null = null;
  let seen: Position | null = null;
  let changes = 0;

  function notify(): void {
    changes += 1;
    tellSubscribers();
  }

  function tellSubscribers(): void {
    if (subscribers.size === 0) return;
    if (pause) {
      isPending = true;
      return;
    }
    for (const subscriber of [...subscribers]) subscriber();
    pause = setTimeout(() => {
      pause = null;
      if (isPending) {
        isPending = false;
        tellSubscribers();
      }
    }, throttleMs).unref();
  }

  async function poll(): Promise<void> {
    const before = seen;
    seen = await readPosition(database);
    if (before === null) return;
    const hasNew = seen.createdAt > before.createdAt;
    if (hasNew || (seen.eventId > before.eventId && (await hasChangedSince(database, before.eventId)))) notify();
  }

  function startPolling(): void {
    polling = setTimeout(async () => {
      await poll().catch((error) => log.debug('live poll failed', { error: errorMessage(error) }));
      if (subscribers.size > 0) startPolling();
      else polling = null;
    }, pollMs).unref();
  }

  return {
    notify,

    /** How many changes it was notified of or has noticed. */
    changes: () => changes,

    /** Subscribes to changes; returns a function that ends the subscription. */
    subscribe: (onChange: () => void): (() => void) => {
      // Each subscription needs a function of its own, because one callback may subscribe twice.
      const subscriber = () => onChange();
      subscribers.add(subscriber);
      // Without other instances only the commands change anything outside of this process.
      if (mayBeShared(database.db) && polling === null) {
        seen = null;
        void poll().catch(() => {});
        startPolling();
      }
      return () => void subscribers.delete(subscriber);
    },

    stop: () => {
      subscribers.clear();
      for (const timer of [pause, polling]) if (timer) clearTimeout(timer);
      [pause, polling] = [null, null];
    },
  };
}

/** Actions that only read, after which no list is different. */
const readActions: AuditAction[] = [
  'inbox viewed',
  'searched',
  'submission viewed',
  'list exported',
  'person exported',
  'audit viewed',
  'evidence viewed',
  'evidence downloaded',
  'email downloaded',
  'copy downloaded',
];

/** The newest submission, and the newest event. */
type Position = { createdAt: number; eventId: string };

async function readPosition({ db }: Database): Promise<Position> {
  const { rows } = await sql<{ at: number | null; quarantine: number | null; event: string | null }>`select
    (select max(created_at) from form_submissions where quarantined_at is null) as at,
    (select max(created_at) from form_submissions where quarantined_at is not null) as quarantine,
    (select max(id) from audit_events) as event`.execute(db);
  const [row] = rows;
  return { createdAt: Math.max(row?.at ?? 0, row?.quarantine ?? 0), eventId: row?.event ?? '' };
}

async function hasChangedSince({ db }: Database, eventId: string): Promise<boolean> {
  const row = await db
    .selectFrom('audit_events')
    .select('id')
    .where('id', '>', eventId)
    .where('action', 'not in', readActions)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
