import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresAdapter,
  type PostgresDialectConfig,
  PostgresDriver,
  PostgresIntrospector,
  type PostgresPool,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import type { Pool, PoolClient, PoolConfig } from 'pg';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';
import { createWrite, refuseInsideWrite } from './transaction-scope.ts';

/** The type number of bigint. Milliseconds fit a JavaScript number until the year 287396. */
const int8 = 20;

/**
 * A visitor is asked to try again rather than left waiting. The server cancels a statement before we discard the connection, and a
 * transaction whose client disappeared keeps its locks for `idleInTransactionMs` at most.
 */
const requestTimeouts = { connectMs: 5_000, statementMs: 4_000, queryMs: 5_000, idleInTransactionMs: 10_000 };

export type PostgresTimeouts = typeof requestTimeouts;

/** `noTimeouts`: for upgrades and copies. `timeouts`: others than those for requests. */
export type PostgresOptions = { noTimeouts?: boolean; timeouts?: PostgresTimeouts };

/**
 * Nothing here belongs to a session (no prepared names, no settings, no LISTEN, locks of a transaction only), so that a pooler
 * in transaction mode (PgBouncer) may stand in between.
 */
export function openPostgres(
  connectionString: string,
  { noTimeouts = false, timeouts = requestTimeouts }: PostgresOptions,
): Database {
  const pool = () => openPool(connectionString, timeouts.connectMs, noTimeouts ? null : timeouts.queryMs);
  const dialect: Dialect = {
    createAdapter: () => new LocklessAdapter(),
    createDriver: () => (noTimeouts ? new PostgresDriver({ pool }) : new TimeoutDriver({ pool }, timeouts)),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  const db = new Kysely<Schema>({ dialect });
  return {
    engine: 'postgres',
    db,
    read: (work) => work(db),
    write: createWrite(db),
    file: null,
    close: () => db.destroy(),
  };
}

async function openPool(connectionString: string, connectMs: number, queryMs: number | null): Promise<PostgresPool> {
  // The driver is loaded only where PostgreSQL is used.
  const { default: pg } = await import('pg');
  const settings: PoolConfig = {
    connectionString,
    max: 10,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    // A firewall or proxy in between may forget a connection that is old or idle.
    maxLifetimeSeconds: 600,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(queryMs !== null && { query_timeout: queryMs }),
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)),
    } as PoolConfig['types'],
  };
  const pool = new pg.Pool(settings);
  // A lost connection is replaced at the next query. Without listeners an error would end the process: one for connections lost while
  // idle, one for those lost between two statements of a transaction.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return discardUnresponsive(pool, (error) => error instanceof pg.DatabaseError);
}

/** Sets the timeouts in the same round trip that begins the transaction. */
class TimeoutDriver extends PostgresDriver {
  readonly #limits: string;

  constructor(config: PostgresDialectConfig, { statementMs, idleInTransactionMs }: PostgresTimeouts) {
    super(config);
    this.#limits = `set local statement_timeout = ${statementMs}; set local idle_in_transaction_session_timeout = ${idleInTransactionMs}`;
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    if (settings.isolationLevel || settings.accessMode) await super.beginTransaction(connection, settings);
    await connection.executeQuery(
      CompiledQuery.raw(settings.isolationLevel || settings.accessMode ? this.#limits : `begin; ${this.#limits}`),
    );
  }
}

/** Kysely's migration lock belongs to a session; `migrate` takes one in its transaction instead. */
class LocklessAdapter extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}

/**
 * A pool that discards a connection once it has failed without a response of the server: a query timed out, or the connection broke.
 * Whatever silenced it, such as a firewall or a proxy, has usually silenced the others too. So all connections that were opened
 * before are discarded with it, or else one visitor after the other would wait for each.
 */
function discardUnresponsive(pool: Pool, isServerError: (error: unknown) => boolean): PostgresPool {
  const openedAt = new WeakMap<PoolClient, number>();
  let unresponsiveAt = 0;
  pool.on('connect', (client) => openedAt.set(client, performance.now()));

  async function connectFresh(): Promise<PoolClient> {
    for (;;) {
      const client = await pool.connect();
      if ((openedAt.get(client) ?? 0) >= unresponsiveAt) return client;
      client.release(true);
    }
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      refuseInsideWrite();
      const client = await connectFresh();
      let failure: unknown = null;
      const borrowed = {
        query: async (text: string, values: unknown[]) => {
          // A query on a failed connection fails at once, so that nobody waits for a rollback that cannot happen.
          if (failure) throw failure;
          try {
            return await client.query(text, values);
          } catch (error) {
            if (!isServerError(error)) {
              failure = error;
              unresponsiveAt = performance.now();
            }
            throw error;
          }
        },
        release: (isDiscarded?: boolean) => client.release(failure !== null || isDiscarded),
      };
      // Cursors, which Kysely would pass to the same method, are not supported.
      return borrowed as unknown as PostgresPoolClient;
    },
  };
}
