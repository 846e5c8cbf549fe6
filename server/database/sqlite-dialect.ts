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

/** A lock of another process is waited for this long. */
const lockPatienceMs = 5_000;

/** SQLite's own wait, which stops the whole process: long enough to slip in between two short writes of somebody else. */
export const blockingWaitMs = 5;

export type Prepare = (query: string) => Sqlite.Statement;

/** Connections to one file, as one: writes go one after the other to one of them, reads go to the other and never wait for a write. */
export type Connections = { read: Prepare; write: Prepare | null; takeTurn: TakeTurn };

/** Waits until nobody else writes, of this process; resolves to what lets the next one write. */
export type TakeTurn = () => Promise<() => void>;

/** Kysely over better-sqlite3, with one connection for reading and one for writing. Without one for writing it is read-only. */
export function createSqliteDialect(connections: Connections): Dialect {
  return {
    createAdapter: () => new ManyConnections(),
    createDriver: () => createDriver(connections),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class ManyConnections extends SqliteAdapter {
  /** Kysely's own adapter would let one query at a time through, reads too. */
  override get supportsMultipleConnections() {
    return true;
  }

  /** An upgrade is one transaction: killed in the middle, it has not begun. */
  override get supportsTransactionalDdl() {
    return true;
  }
}

/** What Kysely takes for a connection: a borrowed way to the two true ones. */
type Borrowed = DatabaseConnection & { endWriting: (() => void) | null };

function createDriver({ read, write, takeTurn }: Connections): Driver {
  const writer = write ?? read;

  function borrow(): Borrowed {
    const connection: Borrowed = {
      endWriting: null,
      executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
        if (connection.endWriting) return run<R>(writer(query.sql), query);
        const deadline = performance.now() + lockPatienceMs;
        const found = await whenUnlocked(() => runReading<R>(query), deadline);
        if (found) return found;
        const endTurn = await takeTurn();
        try {
          return await whenUnlocked(() => run<R>(writer(query.sql), query), deadline);
        } finally {
          endTurn();
        }
      },
      // biome-ignore lint/correctness/useYield: refused before the first row.
      streamQuery: async function* () {
        throw new Error('A stream would keep the connection busy between its rows: read pages instead.');
      },
    };
    return connection;
  }

  /** Null where the query is for the connection that writes. */
  function runReading<R>(query: CompiledQuery): QueryResult<R> | null {
    if (write !== null && !/^\s*(select|with)\b/i.test(query.sql)) return null;
    const statement = read(query.sql);
    return write === null || statement.readonly ? run<R>(statement, query) : null;
  }

  return {
    init: async () => {},
    acquireConnection: async () => borrow(),
    beginTransaction: async (connection: DatabaseConnection, { accessMode }: TransactionSettings) => {
      const deadline = performance.now() + lockPatienceMs;
      const borrowed = connection as Borrowed;
      borrowed.endWriting = await takeTurn();
      const begin = accessMode === 'read only' ? 'begin' : 'begin immediate';
      await whenUnlocked(() => writer(begin).run(), deadline);
    },
    commitTransaction: async (connection: DatabaseConnection) => {
      writer('commit').run();
      endWriting(connection as Borrowed);
    },
    rollbackTransaction: async (connection: DatabaseConnection) => {
      // On a full disk SQLite has rolled back by itself.
      if (writer('rollback').database.inTransaction) writer('rollback').run();
      endWriting(connection as Borrowed);
    },
    releaseConnection: async (connection: DatabaseConnection) => endWriting(connection as Borrowed),
    destroy: async () => {
      // What is being written is finished first.
      (await takeTurn())();
    },
  };
}

/** Not only when the connection is released: migrations have several transactions on one. */
function endWriting(connection: Borrowed): void {
  connection.endWriting?.();
  connection.endWriting = null;
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

/** Only for what begins by itself: when it finds the file locked, it has done nothing yet. */
async function whenUnlocked<T>(act: () => T, deadline: number): Promise<T> {
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

/** One at a time, in the order of asking. */
export function createTurns(): TakeTurn {
  let last: Promise<void> = Promise.resolve();
  return async () => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    return resolve;
  };
}
