import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  type PostgresPool,
  PostgresQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import type { PoolConfig } from 'pg';
import type { Database } from './database.ts';
import { discardSilent } from './postgres-pool.ts';
import type { Schema } from './schema.ts';

/** The type number of bigint. Milliseconds fit a JavaScript number until the year 287396. */
const int8 = 20;

/** A visitor is told to try again rather than left waiting. The server gives up a statement before we give up the connection. */
const [statementMs, silenceMs] = [4_000, 5_000];

/** A transaction that was cut off from us in the middle does not keep its locks for longer. */
const pauseWithinTransactionMs = 10_000;

const limits = `set local statement_timeout = ${statementMs}; set local idle_in_transaction_session_timeout = ${pauseWithinTransactionMs}`;

/**
 * Nothing here belongs to a session (no prepared names, no settings, no LISTEN, locks of a transaction only), so that a pooler
 * that hands connections on after each transaction may stand in between. `patient`: without time limits, for upgrades and copies.
 */
export function openPostgres(connectionString: string, { patient = false }: { patient?: boolean }): Database {
  const pool = () => openPool(connectionString, patient);
  const dialect: Dialect = {
    createAdapter: () => new LocklessAdapter(),
    createDriver: () => (patient ? new PostgresDriver({ pool }) : new BoundedDriver({ pool })),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  const db = new Kysely<Schema>({ dialect });
  return {
    engine: 'postgres',
    db,
    read: (work) => work(db),
    write: (work) => db.transaction().execute(work),
    file: null,
    close: () => db.destroy(),
  };
}

async function openPool(connectionString: string, patient: boolean): Promise<PostgresPool> {
  // Its twenty files are read only where it is used.
  const { default: pg } = await import('pg');
  const settings: PoolConfig = {
    connectionString,
    max: 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // What lies between us and the server may forget a connection that is old or quiet.
    maxLifetimeSeconds: 600,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(!patient && { query_timeout: silenceMs }),
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)),
    } as PoolConfig['types'],
  };
  const pool = new pg.Pool(settings);
  // A lost connection is replaced at the next query. Without listeners, for one lost while idle and for one lost between two
  // statements of a transaction, it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return discardSilent(pool, (error) => error instanceof pg.DatabaseError);
}

/** Every transaction has its time limits from the same message that begins it. */
class BoundedDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    if (settings.isolationLevel || settings.accessMode) await super.beginTransaction(connection, settings);
    await connection.executeQuery(
      CompiledQuery.raw(settings.isolationLevel || settings.accessMode ? limits : `begin; ${limits}`),
    );
  }
}

/** Kysely would hold its migration lock in the session; `migrate` holds one in its transaction instead. */
class LocklessAdapter extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}
