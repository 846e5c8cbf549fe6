import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Engine } from './database.ts';
import type { Db } from './schema.ts';

/** An index on a table that may be large. `on`: what follows `create index NAME on`. `isUnique`: no two rows have the same. `only`: the engine that has it, where not both. */
type ConcurrentIndex = { name: string; on: string; isUnique?: true; only?: Engine };

/**
 * Indexes that are built beside a store that goes on being written to, where a migration would lock the table for as long as the
 * building takes. New indexes on tables with rows go here; those of a new table belong to its migration.
 */
export const concurrentIndexes: readonly ConcurrentIndex[] = [];

/** The number of the advisory lock that makes one instance build at a time; it is arbitrary. */
const buildLock = 4_757_231;

/**
 * Builds the indexes that are missing, after the migrations. On PostgreSQL each is built without a transaction, and one whose building
 * was interrupted, which PostgreSQL keeps as invalid, is dropped and built anew.
 */
export async function buildIndexes(
  { db, engine }: Database,
  given: readonly ConcurrentIndex[] = concurrentIndexes,
): Promise<void> {
  const indexes = given.filter(({ only = engine }) => only === engine);
  if (engine === 'sqlite') {
    for (const { name, on, isUnique } of indexes)
      await sql.raw(`create ${isUnique ? 'unique ' : ''}index if not exists ${name} on ${on}`).execute(db);
    return;
  }
  if ((await missing(db, indexes)).length === 0) return;
  while (!(await buildLocked(db, indexes))) await pause(500);
}

/**
 * Builds while a transaction without a snapshot holds the lock; false where another instance has it. To wait for the lock would be a
 * deadlock, because the building waits for every statement that began before it.
 */
function buildLocked(db: Db, indexes: readonly ConcurrentIndex[]): Promise<boolean> {
  return db.transaction().execute(async (lock) => {
    const { rows } = await sql<{ is_ours: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(buildLock)}) as is_ours`.execute(
      lock,
    );
    if (!rows[0]?.is_ours) return false;
    for (const { name, on, isUnique } of await missing(db, indexes)) {
      await sql.raw(`drop index concurrently if exists ${name}`).execute(db);
      await sql.raw(`create ${isUnique ? 'unique ' : ''}index concurrently ${name} on ${on}`).execute(db);
    }
    return true;
  });
}

/** Those that are not there, or invalid. */
async function missing(db: Db, indexes: readonly ConcurrentIndex[]): Promise<ConcurrentIndex[]> {
  if (indexes.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where indisvalid and pg_table_is_visible(pg_class.oid)`.execute(db);
  const valid = new Set(rows.map(({ name }) => name));
  return indexes.filter(({ name }) => !valid.has(name));
}
