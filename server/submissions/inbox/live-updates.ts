import { sql } from 'kysely';
import type { AuditAction } from '#server/audit/audit-event.ts';
import type { Database } from '#server/database/database.ts';
import { mayBeShared } from '#server/database/engine.ts';
import { errorMessage, type Log } from '#server/observability/log.ts';
import { customerOf } from '#server/observability/network-limit.ts';

/** There is at most one notification in this time. */
const throttleMs = 500;

/** How soon a change by another instance is noticed. */
const pollMs = 3_000;

export type LiveUpdates = ReturnType<typeof createLiveUpdates>;

/** Notifies subscribers that something changed, not what. */
export function createLiveUpdates({ database, log }: { database: Database; log: Log }) {
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

const heartbeatMs = 30_000;

/**
 * The most streams at once: more tabs than anybody has open, for one member of staff in several browsers, and for an office behind one
 * address (IPv6: /48).
 */
export const maxStreams = { session: 20, staff: 60, network: 240 };

/**
 * Who opens a stream: ids, a name, and the address; null where that is not known. `looksAt`: the submission on the page; null where
 * it shows none.
 */
export type StreamOwner = { session: string; staff: string; name: string; address: string | null; looksAt: string | null };

/** A member of staff who has a submission on a screen at this moment. */
export type Looker = { staff: string; name: string; at: string };

type Close = () => void;

/**
 * Server-sent events for a browser: `change` when something changed, `lookers` with who has which submission open on this instance,
 * `beat` as a heartbeat, `over` when the session has ended.
 */
export function createEventStreams(liveUpdates: { subscribe: (onChange: () => void) => () => void }) {
  const open = new Map<Close, StreamOwner>();
  const listeners = new Set<() => void>();
  const countOf = (isCounted: (other: StreamOwner) => boolean) => [...open.values()].filter(isCounted).length;
  const isOfNetwork = (address: string) => (other: StreamOwner) =>
    other.address !== null && customerOf(other.address) === customerOf(address);

  return {
    /** Whether one more stream may be opened. */
    hasRoom: (owner: StreamOwner): boolean =>
      countOf(({ session }) => session === owner.session) < maxStreams.session &&
      countOf(({ staff }) => staff === owner.staff) < maxStreams.staff &&
      (owner.address === null || countOf(isOfNetwork(owner.address)) < maxStreams.network),

    /** `isSignedIn` is called with every heartbeat. */
    events: (owner: StreamOwner, isSignedIn: () => Promise<boolean>): ReadableStream<Uint8Array> => {
      let close: Close = () => {};
      let end = () => false;
      return new ReadableStream({
        start(controller) {
          const encoder = new TextEncoder();
          const send = (event: string, data = '') => controller.enqueue(encoder.encode(`event: ${event}\ndata: ${data}\n\n`));
          const sendLookers = () => send('lookers', JSON.stringify(lookersOf([...open.values()])));
          const unsubscribe = liveUpdates.subscribe(() => send('change'));
          const timer = setInterval(async () => {
            const isIn = await isSignedIn().catch(() => true);
            if (!open.has(close)) return;
            send(isIn ? 'beat' : 'over');
            if (!isIn) close();
          }, heartbeatMs);
          end = () => {
            if (!open.delete(close)) return false;
            clearInterval(timer);
            unsubscribe();
            listeners.delete(sendLookers);
            if (owner.looksAt !== null) tellLookers();
            return true;
          };
          close = () => {
            if (end()) controller.close();
          };
          open.set(close, owner);
          listeners.add(sendLookers);
          send('beat');
          if (owner.looksAt === null) sendLookers();
          else tellLookers();
        },
        // The browser has disconnected, so the stream is closed already.
        cancel: () => {
          end();
        },
      });
    },

    /** Closes all streams before the process ends, because they would delay it. */
    closeAll: () => {
      for (const close of [...open.keys()]) close();
    },
  };

  function tellLookers(): void {
    for (const listener of listeners) listener();
  }
}

/** Each member of staff once for each submission, however many tabs show it. */
function lookersOf(owners: StreamOwner[]): Looker[] {
  const lookers = owners.flatMap(({ staff, name, looksAt }) => (looksAt === null ? [] : [{ staff, name, at: looksAt }]));
  return [...new Map(lookers.map((looker) => [`${looker.staff} ${looker.at}`, looker])).values()];
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
