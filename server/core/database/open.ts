import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { breakingChanges, readSchema } from './breaking-changes.ts';
import { buildIndexes } from './concurrent-indexes.ts';
import { acquireDataDirLock, consumeCleanShutdown, recordCleanShutdown } from './data-dir.ts';
import {
  type Database,
  type DatabaseLocation,
  DatabaseOpenError,
  type Engine,
  postgresOpenMessage,
  sqliteOpenMessage,
} from './database.ts';
import { lockUntilCommit } from './engine.ts';
import { goBackIfAsked, keepIfAsked } from './going-back.ts';
import { withTablesLocked } from './lock-tables.ts';
import { migrations, migrationTables } from './migrations.ts';
import { expectNotMoved } from './moved-away.ts';
import { openPostgres, type PostgresOptions } from './postgres.ts';
import type { Db, Tx } from './schema.ts';
import { createSqliteDatabase, databaseFileName, openSqlite, type SqliteOptions } from './sqlite.ts';

/**
 * Opens the store without a migration. Throws `DatabaseOpenError`. `checkIntegrity`: checks every page of a SQLite file first.
 */
export function openDatabase(
  { dataDir, databaseUrl }: DatabaseLocation,
  options: PostgresOptions & SqliteOptions = {},
): Database {
  return databaseUrl ? openPostgres(databaseUrl, options) : openSqlite(dataDir, options);
}

/** Opens a store read-only, also while another process serves from it. Null where a folder has none. Throws `DatabaseOpenError`. */
export function openReadOnly({ dataDir, databaseUrl }: DatabaseLocation): Database | null {
  if (databaseUrl) return openPostgres(databaseUrl, {});
  const path = join(dataDir, databaseFileName);
  if (!existsSync(path)) return null;
  try {
    return createSqliteDatabase(path, new Sqlite(path, { readonly: true }), null);
  } catch (error) {
    throw new DatabaseOpenError(sqliteOpenMessage(path, error), { cause: error });
  }
}

/** The number of the advisory lock that serialises migrations; it is arbitrary. */
const migrationLock = 4_757_229;

/**
 * Brings the schema up to date, under the database's own lock, so that several instances may start at once. `isTrial`, on PostgreSQL: nothing
 * of it is kept, and indexes that are built afterwards are not tried. Resolves, for a trial, to what of it instances of the release before could
 * not run beside.
 */
export async function migrate(database: Database, { isTrial = false }: { isTrial?: boolean } = {}): Promise<string[]> {
  const rolledBack = new Error('The migrations were tried.');
  let breaking: string[] = [];
  const { db, engine } = database;
  if (engine === 'sqlite') await run(db, engine);
  else
    await withTablesLocked(database, {
      needsLocks: async (tx) => {
        await lockUntilCommit(tx, migrationLock);
        return (await pendingMigrations({ db: tx, engine })).length > 0;
      },
      upgrade: async (tx) => {
        await expectMayCreate(tx);
        const before = isTrial && (await readSchema(tx));
        await run(tx, engine);
        if (!before) return;
        breaking = breakingChanges(before, await readSchema(tx));
        throw rolledBack;
      },
    }).catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
  if (!isTrial) await buildIndexes(database);
  return breaking;
}

/**
 * Opens the store for serving, with its schema up to date. On SQLite this process locks it for itself; on PostgreSQL others may use
 * it too.
 */
export async function openMigrated(
  location: DatabaseLocation,
  options: Pick<PostgresOptions, 'timeouts'> = {},
): Promise<Database> {
  const lock = location.databaseUrl ? null : acquireDataDirLock(location.dataDir);
  const path = join(location.dataDir, databaseFileName);
  try {
    if (lock) goBackIfAsked(location.dataDir);
    // Migrations may take longer than the timeouts for requests allow.
    const database = openDatabase(location, {
      ...options,
      noTimeouts: true,
      checkIntegrity: lock !== null && !consumeCleanShutdown(path),
    });
    const upgrade = async () => {
      await expectNotMoved(database);
      if (lock && (await pendingMigrations(database)).length > 0) await keepIfAsked(database, location.dataDir);
      await migrate(database);
    };
    await upgrade().catch(async (error: unknown) => {
      await database.close();
      throw error;
    });
    if (!lock) await database.close();
    const serving = lock ? database : openDatabase(location, options);
    await serving.openReserved?.();
    const close = async () => {
      await serving.close();
      if (lock) recordCleanShutdown(path);
    };
    return { ...serving, close: () => close().finally(() => lock?.release()) };
  } catch (error) {
    lock?.release();
    if (error instanceof DatabaseOpenError) throw error;
    const { databaseUrl } = location;
    const message = databaseUrl ? postgresOpenMessage(databaseUrl, error) : sqliteOpenMessage(path, error);
    throw new DatabaseOpenError(message, { cause: error });
  }
}

async function run(db: Db, engine: Engine): Promise<void> {
  const { error } = await createMigrator(db, engine).migrateToLatest();
  if (error) throw isFromLaterVersion(error) ? new DatabaseOpenError(laterVersion, { cause: error }) : error;
}

/** Throws PostgreSQL's own error where the user may not create tables, which the migrator would hide behind one of its transaction. */
async function expectMayCreate(tx: Tx): Promise<void> {
  const query = sql<{ may: boolean }>`select has_schema_privilege(current_schema(), 'create') as may`;
  if ((await query.execute(tx)).rows[0]?.may === false)
    throw Object.assign(new Error('permission denied for its schema'), { code: '42501' });
}

/** The names of the migrations that this store has not run. */
export async function pendingMigrations({ db, engine }: Pick<Database, 'db' | 'engine'>): Promise<string[]> {
  const all = await createMigrator(db, engine).getMigrations();
  return all.flatMap(({ name, executedAt }) => (executedAt === undefined ? name : []));
}

/** The names of the migrations that this store has run and this release does not have. */
export async function unknownMigrations({ db }: Pick<Database, 'db'>): Promise<string[]> {
  const query = sql<{ name: string }>`select name from ${sql.table(migrationTables.migrationTableName)} order by name`;
  return (await query.execute(db)).rows.flatMap(({ name }) => (name in migrations ? [] : [name]));
}

function createMigrator(db: Db, engine: Engine): Migrator {
  const entries = Object.entries(migrations).map(([name, create]) => [name, create(engine)]);
  return new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(entries) }, ...migrationTables });
}

const laterVersion = 'The database was made by a later version of Kerbside: start that version, or restore a backup of this one.';

function isFromLaterVersion(error: unknown): boolean {
  return error instanceof Error && /corrupted migrations: previously executed migration .* is missing/.test(error.message);
}
