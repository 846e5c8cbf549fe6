import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import { CannotOpen, sqliteSentence } from './cannot-open.ts';
import type { Database } from './database.ts';
import { makeFolder } from './make-folder.ts';
import type { Schema } from './schema.ts';
import { blockingWaitMs, createSqliteDialect, createTurns } from './sqlite-dialect.ts';
import { createSqliteFile } from './sqlite-file.ts';
import { keepStatements } from './statement-cache.ts';

export const databaseFileName = 'kerbside.sqlite';

export function openSqlite(dataDir: string, { isChecked = false }: { isChecked?: boolean }): Database {
  const path = join(dataDir, databaseFileName);
  let writer: Sqlite.Database | null = null;
  try {
    makeFolder(dataDir);
    writer = new Sqlite(path);
    prepare(writer);
    if (isChecked) check(writer);
    return databaseOf(path, new Sqlite(path, { readonly: true }), writer);
  } catch (error) {
    writer?.close();
    throw new CannotOpen(sqliteSentence(path, error), { cause: error });
  }
}

/** Without a writer nothing can be written, through `write` neither. */
export function databaseOf(path: string, reader: Sqlite.Database, writer: Sqlite.Database | null): Database {
  const connections = [reader, ...(writer ? [writer] : [])];
  for (const connection of connections) connection.pragma(`busy_timeout = ${blockingWaitMs}`);
  const read = keepStatements(reader).prepare;
  const takeTurn = createTurns();
  const reading = new Kysely<Schema>({ dialect: createSqliteDialect({ read, write: null, takeTurn }) });
  const db = new Kysely<Schema>({
    dialect: createSqliteDialect({ read, write: writer ? keepStatements(writer).prepare : null, takeTurn }),
  });
  return {
    engine: 'sqlite',
    db,
    read: (work) => work(reading),
    write: (work) => db.transaction().execute(work),
    file: writer ? createSqliteFile(path, writer, takeTurn) : null,
    close: async () => {
      await db.destroy();
      for (const connection of connections) connection.close();
    },
  };
}

function check(sqlite: Sqlite.Database) {
  const answer = sqlite.pragma('quick_check(1)', { simple: true });
  if (answer !== 'ok') throw Object.assign(new Error(String(answer)), { code: 'SQLITE_CORRUPT' });
}

function prepare(sqlite: Sqlite.Database) {
  // secure_delete: what was erased is overwritten, not just forgotten.
  // FULL: a commit is on the disk before it returns, so an acknowledged submission survives a power cut.
  for (const setting of [
    'busy_timeout = 5000',
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    'secure_delete = ON',
  ])
    sqlite.pragma(setting);
  // A write that changes nothing: a full disk or a read-only folder is found out now, not with the first visitor.
  sqlite.pragma(`user_version = ${sqlite.pragma('user_version', { simple: true })}`);
}
