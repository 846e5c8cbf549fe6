import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { type App, perApp } from '#server/core/app.ts';
import { mayBeShared, sharedNow } from '#server/core/database/engine.ts';
import type { Tx } from '#server/core/database/schema.ts';

const limits = {
  /** How long a request waits for the lock of an upload, and how often it looks. */
  waitMs: 25_000,
  lookEveryMs: 50,
  /** How long an instance holds a lock without renewing it, and how long it may go on once it is asked to release it. */
  leaseMs: 20_000,
  renewEveryMs: 1_000,
  graceMs: 8_000,
};

/** Called when another request wants the lock: the one that has it should end soon. */
type AskToEnd = () => void;

/** The locks of this process. */
const heldOf = perApp(() => new Map<string, AskToEnd>());

/**
 * Lets one request at a time write to an upload: returns what releases its lock; null where another request keeps it. A second one asks the
 * first to end: on a phone the first connection is usually dead and does not know it yet. Where instances share a database, the lock is in
 * its rows.
 */
export async function lockUpload(app: App, key: string, askToEnd: AskToEnd): Promise<(() => Promise<void>) | null> {
  const held = heldOf(app);
  const end = performance.now() + limits.waitMs;
  for (let other = held.get(key); other; other = held.get(key)) {
    if (performance.now() > end) return null;
    other();
    await pause(limits.lookEveryMs);
  }
  held.set(key, askToEnd);
  if (!mayBeShared(app.db.db)) return async () => void held.delete(key);
  const lease = createLease(app, key.split('/')[1] ?? '', randomUUID());
  try {
    while (!(await lease.take())) {
      if (performance.now() > end) {
        held.delete(key);
        return null;
      }
      await lease.askForRelease();
      await pause(4 * limits.lookEveryMs);
    }
  } catch (error) {
    held.delete(key);
    throw error;
  }
  const renewal = setInterval(async () => {
    if (!(await lease.renew().catch(() => true))) askToEnd();
  }, limits.renewEveryMs);
  return async () => {
    clearInterval(renewal);
    held.delete(key);
    // A lease that could not be given back expires.
    await lease.giveBack().catch(() => {});
  };
}

/** The lock in the row of an upload. A request that wants it shortens the lease; its holder notices that at the next renewal. */
function createLease({ db: { write }, now }: App, id: string, token: string) {
  const setLease = (tx: Tx, ms: number) =>
    tx
      .updateTable('evidence')
      .set({ locked_until: sql<number>`${sharedNow(tx, now())} + ${ms}` })
      .where('id', '=', id);
  const isLongerThan = (tx: Tx, ms: number) => sql<boolean>`locked_until > ${sharedNow(tx, now())} + ${ms}`;
  return {
    take: (): Promise<boolean> =>
      write(async (tx) => {
        const { numUpdatedRows } = await setLease(tx, limits.leaseMs)
          .set({ locked_by: token })
          .where((where) => where.or([where('locked_by', 'is', null), where.not(isLongerThan(tx, 0))]))
          .executeTakeFirst();
        if (numUpdatedRows > 0n) return true;
        // Without a row there is nothing to lock yet: it is stored by the first request.
        return !(await tx.selectFrom('evidence').select('id').where('id', '=', id).executeTakeFirst());
      }),

    /** Renews the lease; false once another request wants the lock, or has it. */
    renew: (): Promise<boolean> =>
      write(async (tx) => {
        const { numUpdatedRows } = await setLease(tx, limits.leaseMs)
          .where('locked_by', '=', token)
          .where(isLongerThan(tx, limits.graceMs))
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      }),

    askForRelease: async (): Promise<void> => {
      await write((tx) => setLease(tx, limits.graceMs).where(isLongerThan(tx, limits.graceMs)).execute());
    },

    giveBack: async (): Promise<void> => {
      await write((tx) =>
        tx
          .updateTable('evidence')
          .set({ locked_by: null, locked_until: null })
          .where('id', '=', id)
          .where('locked_by', '=', token)
          .execute(),
      );
    },
  };
}
