import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import type { Db, Schema } from './schema.ts';

export type Engine = 'sqlite' | 'postgres';

export type Database = {
  engine: Engine;
  db: Db;
  close: () => Promise<void>;
};

export const databaseFileName = 'kerbside.sqlite';

/** Opens the store; the schema is brought up to date by `migrate`. */
export function openDatabase(settings: { dataDir: string; databaseUrl: string | null }): Database {
  return settings.databaseUrl ? openPostgres(settings.databaseUrl) : openSqlite(settings.dataDir);
}

function openSqlite(dataDir: string): Database {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const sqlite = new Sqlite(join(dataDir, databaseFileName));
  // FULL: a commit is on the disk before it returns, so an acknowledged submission survives a power cut.
  for (const setting of ['journal_mode = WAL', 'synchronous = FULL', 'busy_timeout = 5000', 'foreign_keys = ON'])
    sqlite.pragma(setting);
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: sqlite }) });
  return { engine: 'sqlite', db, close: () => db.destroy() };
}

function openPostgres(connectionString: string): Database {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)),
    },
  } as pg.PoolConfig);
  // A connection lost while idle is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {});
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return { engine: 'postgres', db, close: () => db.destroy() };
}

/** The type number of bigint. Milliseconds fit a JavaScript number until the year 287396. */
const int8 = 20;
