import type { Database, Place } from './database.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export type { Database, Engine, Place } from './database.ts';

/**
 * Opens the store; the schema is brought up to date by `migrate`. Throws `CannotOpen`. `patient`: without the time limits that serving
 * has. `isChecked`: every page of a SQLite file is looked at first.
 */
export function openDatabase(
  { dataDir, databaseUrl }: Place,
  options: { patient?: boolean; isChecked?: boolean } = {},
): Database {
  return databaseUrl ? openPostgres(databaseUrl, options) : openSqlite(dataDir, options);
}
