import { openPostgres } from './postgres.ts';
import type { Db } from './schema.ts';
import { openSqlite } from './sqlite.ts';

export type Engine = 'sqlite' | 'postgres';

export type Database = {
  engine: Engine;
  db: Db;
  close: () => Promise<void>;
};

export type Place = { dataDir: string; databaseUrl: string | null };

/** Opens the store; the schema is brought up to date by `migrate`. Throws `CannotOpen`. */
export function openDatabase({ dataDir, databaseUrl }: Place, options: { patient?: boolean } = {}): Database {
  return databaseUrl ? openPostgres(databaseUrl, options) : openSqlite(dataDir);
}
