import { Kysely, PostgresAdapter, PostgresDialect } from 'kysely';
import type { Pool, PoolConfig } from 'pg';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/** The type number of bigint. Milliseconds fit a JavaScript number until the year 287396. */
const int8 = 20;

/**
 * Nothing here belongs to a session (no prepared names, no settings, no LISTEN, locks of a transaction only), so that a pooler
 * that hands connections on after each transaction may stand in between.
 */
export function openPostgres(connectionString: string, options: { patient?: boolean }): Database {
  const pool = () => openPool(connectionString, options);
  const db = new Kysely<Schema>({ dialect: new TransactionPoolingDialect({ pool }) });
  return {
    engine: 'postgres',
    db,
    read: (work) => work(db),
    write: (work) => db.transaction().execute(work),
    close: () => db.destroy(),
  };
}

async function openPool(connectionString: string, options: { patient?: boolean }): Promise<Pool> {
  // Its twenty files are read only where it is used.
  const { default: pg } = await import('pg');
  const settings: PoolConfig = {
    connectionString,
    max: 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // A visitor is told to try again rather than left waiting; only upgrades and copies may take long.
    ...(!options.patient && { query_timeout: 5_000 }),
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)),
    } as PoolConfig['types'],
  };
  const pool = new pg.Pool(settings);
  // A lost connection is replaced at the next query. Without listeners, for one lost while idle and for one lost between two
  // statements of a transaction, it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Kysely would hold its migration lock in the session; `migrate` holds one in its transaction instead. */
class TransactionPoolingDialect extends PostgresDialect {
  override createAdapter() {
    return new LocklessAdapter();
  }
}

class LocklessAdapter extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}
