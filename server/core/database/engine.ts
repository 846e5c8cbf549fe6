import { CompiledQuery, type InsertObject, PostgresAdapter, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Engine } from './database.ts';
import type { Db, Schema, Tx } from './schema.ts';

/** What SQLite and PostgreSQL do differently, as named operations, so that queries elsewhere are the same for both. */

function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

export function engineOf(db: Db): Engine {
  return isPostgres(db) ? 'postgres' : 'sqlite';
}

/** Whether other instances may work on the store at the same time, which only PostgreSQL allows. */
export function mayBeShared(db: Db): boolean {
  return isPostgres(db);
}

/**
 * Now, by the clock that all instances share: leases and due times depend on it. On PostgreSQL that is the database's clock; SQLite has
 * one process, with the clock `now`.
 */
export function sharedNow(db: Db, now: number): RawBuilder<number> | number {
  return isPostgres(db) ? sql<number>`floor(extract(epoch from now()) * 1000)::bigint` : now;
}

/** The time of `sharedNow`, read from the database. */
export async function readSharedNow(db: Db, now: number): Promise<number> {
  const shared = sharedNow(db, now);
  if (typeof shared === 'number') return shared;
  const { rows } = await sql<{ now: number }>`select ${shared} as now`.execute(db);
  return Number(rows[0]?.now);
}

type RowLock =
  | 'for update'
  | 'for update skip locked'
  | 'for no key update'
  | 'for no key update skip locked'
  | 'for share'
  | 'for key share';

/**
 * Goes at the end of a query: locks the rows that it reads until the transaction ends. SQLite needs no lock, because only one
 * transaction writes at a time.
 */
export function rowLock(tx: Db, lock: RowLock): RawBuilder<unknown> {
  return isPostgres(tx) ? sql.raw(lock) : sql``;
}

/** Locks the rows of a query made with the query builder, as `rowLock` does. */
export function lockRows<Tables, Table extends keyof Tables, Row>(
  tx: Db,
  query: SelectQueryBuilder<Tables, Table, Row>,
  lock: RowLock,
): SelectQueryBuilder<Tables, Table, Row> {
  return isPostgres(tx) ? query.modifyEnd(rowLock(tx, lock)) : query;
}

/** Serialises transactions by an arbitrary number until they end. On SQLite writes are serial anyway. */
export async function lockUntilCommit(tx: Tx, key: number): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(${sql.lit(key)})`.execute(tx);
}

/**
 * Serialises transactions by names until they end. The locks are always taken in one order, so that two transactions cannot wait for
 * each other.
 */
export async function lockNamesUntilCommit(tx: Tx, names: string[]): Promise<void> {
  if (!isPostgres(tx)) return;
  // The list is materialised so that the locks are taken in its order, all in one round trip.
  await sql`
    with locks as materialized (
      select distinct hashtextextended(name, 0) as key from unnest(${names}::text[]) as name order by key
    )
    select pg_advisory_xact_lock(key) from locks`.execute(tx);
}

/** Goes after the name of a table: makes SQLite use this index where its planner would not. PostgreSQL has statistics for that. */
export function indexedBy(engine: Engine, index: string): RawBuilder<unknown> {
  return sql.raw(engine === 'sqlite' ? `indexed by ${index}` : '');
}

/**
 * Inserts rows that have the same columns. PostgreSQL takes all of them at once; on SQLite one statement, prepared once, runs for
 * each, in half the time of one statement for all, whose text differs with the number of rows.
 */
export async function insertRows<Table extends keyof Schema>(
  tx: Tx,
  table: Table,
  rows: InsertObject<Schema, Table>[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  if (isPostgres(tx)) {
    await tx.insertInto(table).values(rows).execute();
    return;
  }
  const columns = Object.keys(first) as (keyof typeof first)[];
  const places = columns.map(() => '?').join(', ');
  const text = `insert into ${table} (${columns.join(', ')}) values (${places})`;
  await tx.executeQuery(
    CompiledQuery.raw(
      text,
      rows.map((row) => columns.map((column) => row[column])),
    ),
  );
}

/** Where a text begins in the text of a column, from 1; 0 where it does not. */
export function positionIn(engine: Engine, column: string, text: string): RawBuilder<number> {
  return sql`${sql.raw(engine === 'sqlite' ? 'instr' : 'strpos')}(${sql.ref(column)}, ${text})`;
}

/** These values as a table with the column `value`. */
export function listed(db: Db, values: string[]): RawBuilder<unknown> {
  return isPostgres(db) ? sql`(select unnest(${values}::text[]) as value)` : sql`json_each(${JSON.stringify(values)})`;
}

/**
 * Whether a column has one of these values. The text of the query does not depend on how many there are, so that it stays prepared.
 */
export function isOneOf(
  db: Db,
  column: string,
  values: string[] | number[],
  type: 'text' | 'integer' = 'text',
): RawBuilder<boolean> {
  const name = sql.ref(column);
  return isPostgres(db)
    ? sql<boolean>`${name} = any(${values}::${sql.raw(type)}[])`
    : sql<boolean>`${name} in (select value from json_each(${JSON.stringify(values)}))`;
}
