import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresAdapter,
  type PostgresDialectConfig,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { timeLimits } from '#server/core/time-limits.ts';
import type { Database } from './database.ts';
import { openPool, type Shortage } from './postgres-pool.ts';
import type { Schema } from './schema.ts';
import { createWrite } from './transaction-scope.ts';
import { createUnanswered } from './unanswered.ts';

/**
 * A visitor is asked to try again rather than left waiting. The server cancels a statement before we discard the connection, and a
 * transaction whose client disappeared keeps its locks for `idleInTransactionMs` at most.
 */
const requestTimeouts = timeLimits.postgres;

export type PostgresTimeouts = typeof requestTimeouts;

/** `noTimeouts`: for upgrades and copies. `timeouts`: others than those for requests. */
export type PostgresOptions = { noTimeouts?: boolean; timeouts?: PostgresTimeouts };

/**
 * Nothing here depends on a session (no prepared names, no LISTEN, locks and settings of a transaction only, but for what a session is
 * told of time limits, which no pooler is), so that a pooler in transaction mode (PgBouncer) may stand in between.
 */
export function openPostgres(
  connectionString: string,
  { noTimeouts = false, timeouts = requestTimeouts }: PostgresOptions,
): Database {
  const shortage: Shortage = { until: 0, giveBackIdle: [] };
  const unanswered = createUnanswered({ connectionString, connectMs: timeouts.connectMs / 2, statementMs: timeouts.statementMs });
  const open = (max: number, isKept = false) => {
    const pool = () => openPool(connectionString, { max, isKept, shortage, unanswered, timeouts: noTimeouts ? null : timeouts });
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
      unanswered.close();
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
const sharedConnections = 9;

/** What one instance opens at most; one is for asking the server about the others (unanswered.ts). */
export const mostConnections = reservedConnections + apartConnections + sharedConnections + 1;

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
