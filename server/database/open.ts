import type { Database, Place } from './database.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export type { Database, Engine, Place } from './database.ts';

/** Opens the store; the schema is brought up to date by `migrate`. Throws `CannotOpen`. */
export function openDatabase({ dataDir, databaseUrl }: Place, options: { patient?: boolean } = {}): Database {
  return databaseUrl ? openPostgres(databaseUrl, options) : openSqlite(dataDir);
}
