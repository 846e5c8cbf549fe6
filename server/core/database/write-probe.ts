import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { type App, perApp } from '#server/core/app.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import { type Database, storeReason } from './database.ts';
import type { Tx } from './schema.ts';
import { isStoreAway } from './store-errors.ts';

/** How long a result is kept, so that asking often costs nothing. */
const keptMs = 1_000;

/** Why no submission can be stored. `why`: in fixed words that anybody may read; `message`: as the store said it, for the log and the desk. */
type StoreFault = { why: string; message: string };

/** Null where the store can be written to. `isNow`: not what was found within the second before. */
type WriteProbe = (isNow?: boolean) => Promise<StoreFault | null>;

/**
 * Tries whether a submission could be stored, over the connections that are kept for them: by a transaction of a few bytes that is on the disk when
 * it has ended. One attempt runs at a time, however long it takes.
 */
export function createWriteProbe(
  { engine, writeReserved }: Pick<Database, 'engine' | 'writeReserved'>,
  limitMs: number,
): WriteProbe {
  let answer: Promise<StoreFault | null> = Promise.resolve(null);
  let askedAt = Number.NEGATIVE_INFINITY;
  let isWriting = false;

  async function attempt(): Promise<StoreFault | null> {
    try {
      await writeReserved((tx) => writeNothing(tx, engine));
      return null;
    } catch (error) {
      return { why: storeReason(error) ?? 'it cannot be written to', message: errorMessage(error) };
    } finally {
      isWriting = false;
    }
  }

  return (isNow = false) => {
    if (isWriting || (!isNow && performance.now() - askedAt < keptMs)) return answer;
    askedAt = performance.now();
    isWriting = true;
    const message = `Nothing was written within ${limitMs / 1_000} seconds.`;
    answer = Promise.race([attempt(), pause(limitMs, { why: 'it does not answer in time', message }, { ref: false })]);
    return answer;
  };
}

const probeOf = perApp(({ db, limits }) => createWriteProbe(db, limits.writeProbe));

/** Why no submission can be stored at present; null where it can. */
export async function storeFault(app: App, isNow = false): Promise<StoreFault | null> {
  const message = 'The disk has too little room left.';
  return app.diskReserve?.hasRoom() === false ? { why: 'there is no space left on the disk', message } : probeOf(app)(isNow);
}

/** The same, as the store said it. */
export async function whyStoreFails(app: App): Promise<string | null> {
  return (await storeFault(app))?.message ?? null;
}

/** Whether something failed because the store is away: by its error, or, where a library has hidden that, by what the store does now. */
export async function isFaultOfStore(app: App, error: unknown): Promise<boolean> {
  return isStoreAway(error) || (await storeFault(app, true)) !== null;
}

/** Writes to the log of the database without a change to its data. No row is used, so that nobody waits for one that is locked. */
async function writeNothing(tx: Tx, engine: Database['engine']): Promise<void> {
  // Fails where the database is read-only, in which PostgreSQL takes what follows all the same.
  await sql`update form_submissions set id = id where 1 = 0`.execute(tx);
  await (engine === 'sqlite'
    ? sql`pragma user_version = 0`
    : sql`select pg_logical_emit_message(true, 'kerbside', 'writable')`
  ).execute(tx);
}
