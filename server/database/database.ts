import type { Db, Tx } from './schema.ts';
import type { SqliteFile } from './sqlite-file.ts';

export type Engine = 'sqlite' | 'postgres';

export type Database = {
  engine: Engine;
  /**
   * For the sign-in library, which takes a connection and not a function. On SQLite each of its statements goes by itself to the
   * connection for reading or to the one for writing, and `transaction()` is a `write`.
   */
  db: Db;
  /** Reads; on SQLite from a connection that cannot write and never waits for a writer. Not one moment: each query sees the newest commit. */
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  /**
   * One transaction, committed when it resolves. On SQLite it begins as a writer (BEGIN IMMEDIATE), so nobody else can write between
   * what it reads and what it writes; a lock of another process is waited for, without blocking this one, for five seconds at
   * most. On PostgreSQL its statements and pauses have time limits, and rows that it reads in order to change need FOR UPDATE.
   */
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** SQLite's file, where there is one that may be written to. PostgreSQL sees to its own. */
  file: SqliteFile | null;
  close: () => Promise<void>;
};

/** Where a store is: in a folder, or where the URL says. */
export type Place = { dataDir: string; databaseUrl: string | null };
