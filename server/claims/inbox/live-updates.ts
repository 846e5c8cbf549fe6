import { sql } from 'kysely';
import { perApp } from '#server/core/app.ts';
import type { AuditAction } from '#server/core/audit/audit-event.ts';
import type { Database } from '#server/core/database/database.ts';
import { mayBeShared } from '#server/core/database/engine.ts';
import { errorMessage, type Log } from '#server/core/observability/log.ts';

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
    const found = await look(database, seen);
    seen = found;
    if (found.hasChanged) notify();
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

/**
 * What there was. Ids of events grow in the order of their commits, because a lock holds back the next one until the last is committed. Submissions
 * have no such lock, and times of several instances have no order: new ones are those of transactions that this snapshot does not see.
 * Where transactions have lower numbers than before, a standby took over that lacked the last ones, or a backup did: everything may differ.
 */
type Position = { snapshot: string; event: string };

/** What there is now, and whether it differs from what there was. One statement, so that no commit comes between its parts. */
async function look({ db }: Database, before: Position | null): Promise<Position & { hasChanged: boolean }> {
  const snapshot = sql`${before?.snapshot ?? null}::pg_snapshot`;
  const { rows } = await sql<Position & { hasChanged: boolean }>`select
    pg_current_snapshot()::text as snapshot,
    (select coalesce(max(id), '') from audit_events) as event,
    exists (
      select from form_submissions
      where transaction_id >= pg_snapshot_xmin(${snapshot}) and transaction_id < pg_snapshot_xmax(pg_current_snapshot())
        and not pg_visible_in_snapshot(transaction_id, ${snapshot})
    ) or exists (
      select from audit_events where id > ${before?.event ?? null} and action <> all (${readActions}::text[])
    ) or coalesce(pg_snapshot_xmax(pg_current_snapshot()) < pg_snapshot_xmax(${snapshot}), false) as "hasChanged"`.execute(db);
  return rows[0] as Position & { hasChanged: boolean };
}
