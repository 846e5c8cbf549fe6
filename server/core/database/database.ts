import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorMessage } from '#server/core/observability/log.ts';
import type { CommitThread } from './commit-thread.ts';
import { ownerHint } from './ownership.ts';
import type { Db, Tx } from './schema.ts';

export type Engine = 'sqlite' | 'postgres';

export type Database = {
  engine: Engine;
  /**
   * Single statements. On SQLite each statement is routed to the connection for reading or to
   * the one for writing, and `transaction()` is a `write`.
   */
  db: Db;
  /** Reads; on SQLite from a connection that cannot write and never waits for a writer. No snapshot: each query sees the newest commit. */
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  /**
   * One transaction, committed when it resolves; inside it nothing but `tx` may be used (transaction-scope.ts). On SQLite it begins as a
   * writer (BEGIN IMMEDIATE), so nobody else can write between what it reads and what it writes. It waits for other writes of this
   * process, and without blocking it for the lock of another process, for five seconds each at most, in commands for thirty. On
   * PostgreSQL its statements and pauses have time limits, and rows that it reads in order to change need FOR UPDATE.
   */
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /**
   * `write` for new submissions. On PostgreSQL it has connections of its own, so that a claim does not wait for what staff do, nor for
   * a transaction that holds a lock that they need.
   */
  writeReserved: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /**
   * `write` for a submission that may be saved into a claim that is there. It may wait for a transaction that works on that claim, so on PostgreSQL
   * it has connections apart from both others.
   */
  writeApart: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** On PostgreSQL, opens the connections of `writeReserved`, before others can take all that the server has. They stay open. */
  openReserved?: () => Promise<void>;
  /** Null on PostgreSQL, and where the store was opened read-only. */
  file: SqliteFile | null;
  close: () => Promise<void>;
};

/** SQLite in a folder, or PostgreSQL by its URL. */
export type DatabaseLocation = { dataDir: string; databaseUrl: string | null };

/** What a thread of its own does with the file, so that the event loop stays free. */
export type SqliteFile = {
  /** One transaction, unless one of its queries finds a row; returns whether it was committed (commit-thread.ts). */
  commitInThread: CommitThread['commit'];
  /** The sizes of the database file and of its write-ahead log, in bytes. */
  sizes: () => { file: number; log: number };
  /**
   * Checkpoints the write-ahead log into the file and truncates it, so that no erased data is left in it. False while another
   * process has a read transaction open, as Litestream nearly always has: try later.
   */
  truncateLog: () => Promise<boolean>;
  /**
   * VACUUM. secure_delete overwrites deleted rows, but SQLite leaves copies in the gaps of pages that it has moved rows from; this
   * removes them, once the log is truncated too. Writes wait meanwhile, a second for some fifty megabytes; reads do not.
   */
  vacuum: () => Promise<void>;
};

/** Thrown where the store cannot be used. The message is a sentence for the person who starts the product, and never contains a password. */
export class DatabaseOpenError extends Error {}

const full = 'there is no space left on the disk';
const readOnly = 'it cannot be written to';
const damaged = 'it is damaged or not a database; restore a backup (docs/operations.md)';

const sqliteReasons: [RegExp, string][] = [
  [/^(SQLITE_FULL|ENOSPC)/, full],
  [/^(SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM|EACCES|EPERM|EROFS|ENOTDIR|EEXIST|ENOENT)/, readOnly],
  [/^(SQLITE_CORRUPT|SQLITE_NOTADB)/, damaged],
  [/^(SQLITE_BUSY|SQLITE_LOCKED)/, 'another program holds it locked'],
];

export function sqliteOpenMessage(path: string, error: unknown): string {
  const reason = sqliteReason(error);
  const hint = reason === readOnly ? ownerHint(path) : '';
  const folderReason = reason === readOnly ? reasonOfFolder(dirname(path)) : null;
  if (folderReason) return `The data folder ${dirname(path)} cannot be used: ${folderReason}.${hint}`;
  return `The database file ${path} cannot be used: ${reason ?? 'it failed'} (${errorMessage(error)}).${hint}`;
}

/** Why nothing can be kept in this folder, whatever the file; null where it can. */
function reasonOfFolder(folder: string): string | null {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  if (!statSync(existing).isDirectory()) return `${existing} is no folder: set DATA_DIR to one that is, or is not there yet`;
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
    return existing === folder ? null : 'it is not there and cannot be made: set DATA_DIR to another';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return `nothing can be written to ${existing} (${code}): set DATA_DIR to another, or let this user write to it`;
  }
}

function sqliteReason(error: unknown): string | undefined {
  const { code = '' } = (error ?? {}) as { code?: string };
  return sqliteReasons.find(([pattern]) => pattern.test(code))?.[1];
}

/** Why a store that was open failed; null where the error does not come from a store. */
export function storeReason(error: unknown): string | null {
  const { code = '' } = (error ?? {}) as { code?: string };
  if (code.startsWith('SQLITE_')) return sqliteReason(error) ?? 'it failed';
  return postgresReasons.find(([pattern]) => pattern.test(codeOf(error)))?.[1] ?? null;
}

const postgresReasons: [RegExp, string][] = [
  [/^ETIMEDOUT/, 'it does not answer in time'],
  [/^ECONNREFUSED/, 'nothing listens there'],
  [/^(ENOTFOUND|EAI_AGAIN)/, 'there is no such host'],
  [/^(28P01|28000)/, 'it does not accept the user or the password'],
  [/^3D000/, 'there is no such database'],
  [/^42501/, 'the user may not do that, so make it the owner with `alter database … owner to …`'],
  [/^57P0[123]/, 'it is starting or stopping'],
  [/^25006/, 'it is read-only, as a standby is, or a managed database whose disk is nearly full'],
  [/^53300/, 'it has no connection left: raise its max_connections or the limit of the role, or run fewer instances'],
  [/^53100/, full],
];

/** Which database it is, without user and password. */
export function postgresPlace(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `${pathname.slice(1) || 'the default database'} at ${hostname}:${port || 5432}`;
}

export function postgresOpenMessage(databaseUrl: string, error: unknown): string {
  const reason = postgresReasons.find(([pattern]) => pattern.test(codeOf(error)))?.[1];
  return `The PostgreSQL of DATABASE_URL (${postgresPlace(databaseUrl)}) cannot be used: ${reason ?? 'it failed'} (${errorMessage(error)}).`;
}

/** The code of an error of the store or of its connection; empty where it has none. */
export function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return String(((error ?? {}) as { code?: string }).code ?? '');
}
