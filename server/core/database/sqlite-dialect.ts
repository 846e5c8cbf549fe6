import { setTimeout as pause } from 'node:timers/promises';
import type Sqlite from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { StoreBusyError } from './store-errors.ts';
import { refuseInsideWrite } from './transaction-scope.ts';

/** How long a request waits for a lock of another process. */
export const requestLockMs = 5_000;

/** SQLite's own busy timeout. It blocks the event loop, so it only lasts until another process has had time for a short write. */
export const blockingWaitMs = 5;

type Prepare = (query: string) => Sqlite.Statement;

/**
 * Two connections to one file: writes go one after the other to one, reads go to the other and never wait for a write. `lockTimeoutMs`:
 * how long to wait for a lock of another process.
 */
type Connections = { read: Prepare; write: Prepare | null; acquireMutex: AcquireMutex; lockTimeoutMs: number };

/** Waits until nothing else in this process writes, and resolves to the function that releases it. */
export type AcquireMutex = (options?: { forMaintenance?: boolean }) => Promise<() => void>;

/** Kysely over better-sqlite3, with one connection for reading and one for writing. Without the latter it is read-only. */
export function createSqliteDialect(connections: Connections): Dialect {
  return {
    createAdapter: () => new MultiConnectionAdapter(),
    createDriver: () => createDriver(connections),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class MultiConnectionAdapter extends SqliteAdapter {
  /** Kysely's own adapter would serialise all queries, even reads. */
  override get supportsMultipleConnections() {
    return true;
  }

  /** Runs each migration in one transaction, so that one that is killed leaves nothing behind. */
  override get supportsTransactionalDdl() {
    return true;
  }
}

/** The connection that Kysely sees. It routes each query to the connection for reading or to the one for writing. */
type BorrowedConnection = DatabaseConnection & { releaseWriter: (() => void) | null };

function createDriver({ read, write, acquireMutex, lockTimeoutMs }: Connections): Driver {
  const writer = write ?? read;

  function routedConnection(): BorrowedConnection {
    const connection: BorrowedConnection = {
      releaseWriter: null,
      executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
        if (connection.releaseWriter) return run<R>(writer(query.sql), query);
        const deadline = performance.now() + lockTimeoutMs;
        const found = await retryWhileLocked(() => runReading<R>(query), deadline);
        if (found) return found;
        const releaseMutex = await acquireMutex();
        try {
          return await retryWhileLocked(() => run<R>(writer(query.sql), query), deadline);
        } finally {
          releaseMutex();
        }
      },
      // biome-ignore lint/correctness/useYield: refused before the first row.
      streamQuery: async function* () {
        throw new Error('A stream would keep the connection busy between its rows: read pages instead.');
      },
    };
    return connection;
  }

  /** Runs a query on the connection for reading; null where it needs the one for writing. */
  function runReading<R>(query: CompiledQuery): QueryResult<R> | null {
    if (write !== null && !/^\s*(select|with)\b/i.test(query.sql)) return null;
    const statement = read(query.sql);
    return write === null || statement.readonly ? run<R>(statement, query) : null;
  }

  return {
    init: async () => {},
    acquireConnection: async () => routedConnection(),
    beginTransaction: async (connection: DatabaseConnection, { accessMode }: TransactionSettings) => {
      const deadline = performance.now() + lockTimeoutMs;
      const borrowed = connection as BorrowedConnection;
      borrowed.releaseWriter = await acquireMutex();
      const begin = accessMode === 'read only' ? 'begin' : 'begin immediate';
      await retryWhileLocked(() => writer(begin).run(), deadline);
    },
    commitTransaction: async (connection: DatabaseConnection) => {
      writer('commit').run();
      releaseWriter(connection as BorrowedConnection);
    },
    rollbackTransaction: async (connection: DatabaseConnection) => {
      // On a full disk SQLite has already rolled back.
      if (writer('rollback').database.inTransaction) writer('rollback').run();
      releaseWriter(connection as BorrowedConnection);
    },
    releaseConnection: async (connection: DatabaseConnection) => releaseWriter(connection as BorrowedConnection),
    destroy: async () => {
      // Waits until the last write is done.
      (await acquireMutex())();
    },
  };
}

/** Called at the end of each transaction, because migrations have several on one connection. */
function releaseWriter(connection: BorrowedConnection): void {
  connection.releaseWriter?.();
  connection.releaseWriter = null;
}

function run<R>(statement: Sqlite.Statement, { parameters }: CompiledQuery): QueryResult<R> {
  if (statement.reader) return { rows: statement.all(parameters) as R[] };
  // A list of lists comes from `insertRows`: the statement runs once for each of its rows.
  if (Array.isArray(parameters[0])) {
    for (const row of parameters) statement.run(row);
    return { rows: [] };
  }
  const { changes, lastInsertRowid } = statement.run(parameters);
  return { rows: [], insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes) };
}

/**
 * Repeats an action while the file is locked. The action must be a transaction of its own, or begin one, so that nothing was done
 * yet.
 */
async function retryWhileLocked<T>(act: () => T, deadline: number): Promise<T> {
  for (;;) {
    try {
      return act();
    } catch (error) {
      if (!isLocked(error) || performance.now() > deadline) throw error;
    }
    await pause(1 + Math.random() * 9);
  }
}

function isLocked(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY');
}

/**
 * A mutex that serves in order of arrival, and refuses with `StoreBusyError` what has waited for `timeoutMs`. Time in which it is held
 * for maintenance, which takes long and ends by itself, does not count.
 */
export function createMutex(timeoutMs: number): AcquireMutex {
  let last: Promise<void> = Promise.resolve();
  let holders = 0;
  let isMaintained = false;
  return async ({ forMaintenance = false } = {}) => {
    refuseInsideWrite();
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    holders += 1;
    const release = () => {
      holders -= 1;
      if (forMaintenance) isMaintained = false;
      resolve();
    };
    let given = holders === 1 || (await inTime(before, timeoutMs));
    while (!given && isMaintained) given = await inTime(before, timeoutMs);
    if (given) {
      isMaintained = forMaintenance;
      return release;
    }
    // Its turn comes all the same, and ends at once.
    void before.then(release);
    throw new StoreBusyError();
  };
}

/** Whether something happens within this time. */
async function inTime(event: Promise<void>, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  try {
    return await Promise.race([event.then(() => true), promise]);
  } finally {
    clearTimeout(timer);
  }
}
