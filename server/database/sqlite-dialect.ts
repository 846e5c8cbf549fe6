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

/** How long to wait for a lock of another process. */
const lockTimeoutMs = 5_000;

/** SQLite's own busy timeout, which blocks the event loop: long enough to get in between two short writes of another process. */
export const blockingWaitMs = 5;

export type Prepare = (query: string) => Sqlite.Statement;

/** Two connections to one file: writes go one after the other to one, reads go to the other and never wait for a write. */
export type Connections = { read: Prepare; write: Prepare | null; acquireMutex: AcquireMutex };

/** Waits until nothing else in this process writes; resolves to its release. */
export type AcquireMutex = () => Promise<() => void>;

/** Kysely over better-sqlite3, with one connection for reading and one for writing. Without one for writing it is read-only. */
export function createSqliteDialect(connections: Connections): Dialect {
  return {
    createAdapter: () => new MultiConnectionAdapter(),
    createDriver: () => createDriver(connections),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class MultiConnectionAdapter extends SqliteAdapter {
  /** Kysely's own adapter serialises all queries, reads too. */
  override get supportsMultipleConnections() {
    return true;
  }

  /** A migration is one transaction: killed in the middle, it leaves nothing behind. */
  override get supportsTransactionalDdl() {
    return true;
  }
}

/** What Kysely takes for a connection: routes each query to one of the two true ones. */
type BorrowedConnection = DatabaseConnection & { releaseWriter: (() => void) | null };

function createDriver({ read, write, acquireMutex }: Connections): Driver {
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

  /** Null where the query needs the connection that writes. */
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
      // On a full disk SQLite has rolled back by itself.
      if (writer('rollback').database.inTransaction) writer('rollback').run();
      releaseWriter(connection as BorrowedConnection);
    },
    releaseConnection: async (connection: DatabaseConnection) => releaseWriter(connection as BorrowedConnection),
    destroy: async () => {
      // After the last write.
      (await acquireMutex())();
    },
  };
}

/** Not only when the connection is released: migrations have several transactions on one. */
function releaseWriter(connection: BorrowedConnection): void {
  connection.releaseWriter?.();
  connection.releaseWriter = null;
}

function run<R>(statement: Sqlite.Statement, { parameters }: CompiledQuery): QueryResult<R> {
  if (statement.reader) return { rows: statement.all(parameters) as R[] };
  // A list of lists is one of rows, each of which it runs for: `insertRows`.
  if (Array.isArray(parameters[0])) {
    for (const row of parameters) statement.run(row);
    return { rows: [] };
  }
  const { changes, lastInsertRowid } = statement.run(parameters);
  return { rows: [], insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes) };
}

/** Only for what is its own transaction, or begins one: when the file is locked, nothing has been done yet. */
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

/** First come, first served. */
export function createMutex(): AcquireMutex {
  let last: Promise<void> = Promise.resolve();
  return async () => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    return resolve;
  };
}
