import { setTimeout as pause } from 'node:timers/promises';
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
import type { Pool, PoolClient, PoolConfig, QueryResult } from 'pg';
import { timeLimits } from '#server/core/time-limits.ts';
import { codeOf, type Database } from './database.ts';
import { createRunLimited } from './limited-query.ts';
import type { Schema } from './schema.ts';
import { StoreAwayError } from './store-errors.ts';
import { createWrite, refuseInsideWrite } from './transaction-scope.ts';

/** The type number of bigint. Milliseconds fit a JavaScript number until the year 287396. */
const int8 = 20;

/**
 * A visitor is asked to try again rather than left waiting. The server cancels a statement before we discard the connection, and a
 * transaction whose client disappeared keeps its locks for `idleInTransactionMs` at most.
 */
const requestTimeouts = timeLimits.postgres;

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
  const shortage: Shortage = { until: 0, giveBackIdle: [] };
  const open = (max: number, isKept = false) => {
    const pool = () => openPool(connectionString, { max, isKept, shortage, timeouts: noTimeouts ? null : timeouts });
    const dialect: Dialect = {
      createAdapter: () => new LocklessAdapter(),
      createDriver: () => (noTimeouts ? new PostgresDriver({ pool }) : new TimeoutDriver({ pool }, timeouts)),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    };
    return new Kysely<Schema>({ dialect });
  };
  const db = open(sharedConnections);
  const reserved = open(reservedConnections, true);
  const apart = open(apartConnections);
  return {
    engine: 'postgres',
    db,
    read: (work) => work(db),
    write: createWrite(db),
    writeReserved: createWrite(reserved),
    writeApart: createWrite(apart),
    openReserved: async () => {
      const ask = () => reserved.connection().execute((one) => one.executeQuery(CompiledQuery.raw('select 1')));
      await Promise.all(Array.from({ length: reservedConnections }, ask));
    },
    file: null,
    close: async () => {
      await Promise.all([db, reserved, apart].map((pool) => pool.destroy()));
    },
  };
}

/**
 * For new submissions, which are stored one batch at a time; for those that may be saved into a claim that is there; and for everything
 * else.
 */
const reservedConnections = 2;
const apartConnections = 2;
const sharedConnections = 10;

/** What one instance opens at most. */
export const mostConnections = reservedConnections + apartConnections + sharedConnections;

/** While the server has no connection left, all but the reserved ones are given back after each use. */
type Shortage = { until: number; giveBackIdle: (() => Promise<void>)[] };

const shortageMs = 10_000;

/** `isKept`: its connections are for new submissions, stay open, and come before all others where the server has too few. */
type PoolOptions = { max: number; isKept: boolean; shortage: Shortage; timeouts: PostgresTimeouts | null };

async function openPool(connectionString: string, { max, isKept, shortage, timeouts }: PoolOptions): Promise<PostgresPool> {
  // The driver is loaded only where PostgreSQL is used.
  const { default: pg } = await import('pg');
  const settings: PoolConfig = {
    connectionString,
    max,
    connectionTimeoutMillis: timeouts?.connectMs ?? requestTimeouts.connectMs,
    idleTimeoutMillis: isKept ? 0 : 30_000,
    // A firewall or proxy in between may forget a connection that is old or idle.
    maxLifetimeSeconds: isKept ? 0 : 600,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(timeouts && { query_timeout: timeouts.queryMs }),
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)),
    } as PoolConfig['types'],
  };
  const pool = new pg.Pool(settings);
  // A lost connection is replaced at the next query. Without listeners an error would end the process: one for connections lost while
  // idle, one for those lost between two statements of a transaction.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const run: Run = (client, text, values) => client.query(text, values);
  return discardUnresponsive(pool, {
    isKept,
    shortage,
    isServerError: (error) => error instanceof pg.DatabaseError && !isWrongPlace(error),
    run,
    runAlone: timeouts ? createRunLimited(pg.Query, timeouts.statementMs) : run,
  });
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

type Run = (client: PoolClient, text: string, values: unknown[]) => Promise<QueryResult>;

/** Commands such as VACUUM have to be alone in their round trip. */
const isQuery = /^\s*(select|with|insert|update|delete)\b/i;

/** `run` sends a statement of a transaction, and `runAlone` a query outside of any. */
type Runs = { isServerError: (error: unknown) => boolean; run: Run; runAlone: Run };

/** Whether a server says that it is not, or no longer, the one to write to, as after a switchover: read-only, in recovery, stopping or starting. */
function isWrongPlace({ code = '', message }: { code?: string | undefined; message: string }): boolean {
  return /^(25006|57P0[123])$/.test(code) || (code === '55000' && message.includes('recovery'));
}

/**
 * A pool that discards a connection once it has failed without a response of the server: a query timed out, or the connection broke.
 * Whatever silenced it, such as a firewall or a proxy, has usually silenced the others too. So all connections that were opened
 * before are discarded with it, or else one visitor after the other would wait for each. So it is where the server answers that it cannot be
 * written to: a name may lead to another one by now.
 */
function discardUnresponsive(
  pool: Pool,
  { isKept, shortage, isServerError, run, runAlone }: Runs & Pick<PoolOptions, 'isKept' | 'shortage'>,
): PostgresPool {
  const openedAt = new WeakMap<PoolClient, number>();
  let unresponsiveAt = 0;
  pool.on('connect', (client) => openedAt.set(client, performance.now()));

  if (!isKept)
    shortage.giveBackIdle.push(async () => {
      while (pool.idleCount > 0) (await pool.connect()).release(true);
    });

  /** Where the server has none left, the reserved ones wait for what the others give back. */
  async function connect(): Promise<PoolClient> {
    for (const end = performance.now() + requestTimeouts.connectMs; ; ) {
      try {
        return await pool.connect();
      } catch (error) {
        if (codeOf(error) !== '53300') throw new StoreAwayError(error);
        shortage.until = performance.now() + shortageMs;
        if (!isKept || performance.now() > end) throw new StoreAwayError(error);
        await Promise.allSettled(shortage.giveBackIdle.map((giveBack) => giveBack()));
        await pause(100);
      }
    }
  }

  async function connectFresh(): Promise<PoolClient> {
    for (;;) {
      const client = await connect();
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
      let isInTransaction = false;
      const borrowed = {
        query: async (text: string, values: unknown[]) => {
          // A query on a failed connection fails at once, so that nobody waits for a rollback that cannot happen.
          if (failure) throw failure;
          try {
            if (/^(begin|start transaction)\b/.test(text)) isInTransaction = true;
            const isAlone = !isInTransaction && isQuery.test(text);
            const result = await (isAlone ? runAlone : run)(client, text, values);
            if (/^(commit|rollback)$/.test(text)) isInTransaction = false;
            return result;
          } catch (error) {
            if (!isServerError(error)) {
              failure = new StoreAwayError(error);
              unresponsiveAt = performance.now();
            }
            throw failure ?? error;
          }
        },
        release: (isDiscarded?: boolean) => {
          const isGivenBack = !isKept && performance.now() < shortage.until;
          client.release(failure !== null || isGivenBack || isDiscarded);
        },
      };
      // Cursors, which Kysely would pass to the same method, are not supported.
      return borrowed as unknown as PostgresPoolClient;
    },
  };
}
