import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { type App, perApp } from '#server/core/app.ts';
import { errorMessage } from '#server/observability/log.ts';
import type { Database } from './database.ts';

/** How long a result is kept, so that asking often costs nothing. */
const keptMs = 1_000;

/** Why the store cannot be written to; null where it can. */
type WriteProbe = () => Promise<string | null>;

/**
 * Tries whether the store can be written to, by a transaction of a few bytes that is on the disk when it has ended. One attempt runs at a
 * time, however long it takes.
 */
export function createWriteProbe({ engine, write }: Pick<Database, 'engine' | 'write'>, limitMs: number): WriteProbe {
  let answer: Promise<string | null> = Promise.resolve(null);
  let askedAt = Number.NEGATIVE_INFINITY;
  let isWriting = false;

  async function attempt(): Promise<string | null> {
    try {
      await write((tx) => writeNothing(engine).execute(tx));
      return null;
    } catch (error) {
      return errorMessage(error);
    } finally {
      isWriting = false;
    }
  }

  return () => {
    if (isWriting || performance.now() - askedAt < keptMs) return answer;
    askedAt = performance.now();
    isWriting = true;
    answer = Promise.race([attempt(), pause(limitMs, `Nothing was written within ${limitMs / 1_000} seconds.`, { ref: false })]);
    return answer;
  };
}

const probeOf = perApp(({ db, limits }) => createWriteProbe(db, limits.writeProbe));

/** Why no submission can be stored, or read, at present; null where it can. */
export async function whyStoreFails(app: App): Promise<string | null> {
  if (app.diskReserve?.hasRoom() === false) return 'The disk has too little room left.';
  const find = () => app.visitorDb.read((db) => db.selectFrom('form_submissions').select('id').where('id', '=', '').execute());
  return (await probeOf(app)()) ?? find().then(() => null, errorMessage);
}

/** Writes to the log of the database without a change to its data. No row is used, so that nobody waits for a lock. */
function writeNothing(engine: Database['engine']): RawBuilder<unknown> {
  return engine === 'sqlite' ? sql`pragma user_version = 0` : sql`select pg_logical_emit_message(true, 'kerbside', 'writable')`;
}
