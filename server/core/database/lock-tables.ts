import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Database, DatabaseOpenError } from './database.ts';
import type { Tx } from './schema.ts';

/**
 * How long an upgrade waits for its locks at a time. Requests of running instances wait behind it meanwhile, and PostgreSQL looks for a
 * deadlock, which would end the transaction of one of them, after a second (its `deadlock_timeout`). Every fifth time is longer, because
 * autovacuum gives way only to what has waited for that second.
 */
const waits = { limitMs: 800, longLimitMs: 3_000, longEvery: 5, pauseMs: 2_000 };

/** A backup may hold locks for minutes. */
const giveUpAfterMs = 15 * 60_000;

/**
 * Runs an upgrade of the schema in one transaction that has locked all tables before its first change, so that it waits for nobody while
 * it holds what others wait for. Without the locks in time it lets go, and tries again after a pause. `needsLocks` says whether there is
 * anything to change; it runs first, in the same transaction.
 */
export async function withTablesLocked(
  { write }: Pick<Database, 'write'>,
  { needsLocks, upgrade }: { needsLocks: (tx: Tx) => Promise<boolean>; upgrade: (tx: Tx) => Promise<void> },
  times = { ...waits, giveUpAfterMs },
): Promise<void> {
  const { limitMs, longLimitMs, longEvery, pauseMs } = times;
  const end = performance.now() + times.giveUpAfterMs;
  for (let attempt = 1; ; attempt += 1) {
    const isDone = await write(async (tx) => {
      if (await needsLocks(tx)) await lockTables(tx, attempt % longEvery === 0 ? longLimitMs : limitMs);
      await upgrade(tx);
    }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof TablesBusyError) return false;
        throw error;
      },
    );
    if (isDone) return;
    if (performance.now() > end) throw new DatabaseOpenError(tablesBusy);
    await pause(pauseMs);
  }
}

const tablesBusy =
  'The database cannot be brought up to date, because other connections hold its tables. Wait for the end of a backup or of what else takes long there (pg_stat_activity), and start again.';

class TablesBusyError extends Error {}

/** Locks our tables in the order in which the product uses them: claims first, and the audit trail last. The others need no order. */
async function lockTables(tx: Tx, limitMs: number): Promise<void> {
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() and pg_has_role(tableowner, 'usage')
    order by tablename <> 'form_submissions', tablename = 'audit_events', tablename`.execute(tx);
  const names = tables.rows.map(({ name }) => sql.table(name));
  if (names.length === 0) return;
  const { rows } = await sql<{ before: string }>`select current_setting('statement_timeout') as before`.execute(tx);
  // One statement has one limit, for all of its locks together.
  await sql`set local statement_timeout = ${sql.lit(limitMs)}`.execute(tx);
  try {
    await sql`lock table ${sql.join(names)} in access exclusive mode`.execute(tx);
  } catch (error) {
    throw isBusy(error) ? new TablesBusyError('The tables are in use.', { cause: error }) : error;
  }
  await sql`set local statement_timeout = ${sql.lit(rows[0]?.before ?? '0')}`.execute(tx);
}

/** A cancelled statement, a lock that was not given in time, and a deadlock. */
function isBusy(error: unknown): boolean {
  return ['57014', '55P03', '40P01'].includes(String((error as { code?: unknown }).code));
}
