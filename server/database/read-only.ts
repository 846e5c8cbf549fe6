import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { CannotOpen, sqliteSentence } from './cannot-open.ts';
import type { Database, Place } from './database.ts';
import { openPostgres } from './postgres.ts';
import { databaseFileName, databaseOf } from './sqlite.ts';

/** A look at a store, also while it serves; nothing is written or made. Null where a folder holds none. Throws `CannotOpen`. */
export function openReadOnly({ dataDir, databaseUrl }: Place): Database | null {
  if (databaseUrl) return openPostgres(databaseUrl, {});
  const path = join(dataDir, databaseFileName);
  if (!existsSync(path)) return null;
  try {
    return databaseOf(path, new Sqlite(path, { readonly: true }), null);
  } catch (error) {
    throw new CannotOpen(sqliteSentence(path, error), { cause: error });
  }
}
