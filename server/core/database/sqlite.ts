import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type CommitThread, createCommitThread } from './commit-thread.ts';
import { createPrivateFolder } from './data-dir.ts';
import { type Database, DatabaseOpenError, type SqliteFile, sqliteOpenMessage } from './database.ts';
import type { Schema } from './schema.ts';
import { type AcquireMutex, blockingWaitMs, createMutex, createSqliteDialect, requestLockMs } from './sqlite-dialect.ts';
import { createWrite } from './transaction-scope.ts';

export const databaseFileName = 'kerbside.sqlite';

/** `isForCommand`: no request waits for what is written. `requestMs`: how long a request waits for a lock of another process. */
export type SqliteOptions = { checkIntegrity?: boolean; isForCommand?: boolean; requestMs?: number };

export function openSqlite(dataDir: string, options: SqliteOptions): Database {
  const { checkIntegrity = false, isForCommand = false, requestMs = requestLockMs } = options;
  const path = join(dataDir, databaseFileName);
  let writer: Sqlite.Database | null = null;
  try {
    createPrivateFolder(dataDir);
    writer = new Sqlite(path);
    configure(writer);
    if (checkIntegrity) checkPages(writer);
    return createSqliteDatabase(path, new Sqlite(path, { readonly: true }), writer, isForCommand ? longLockMs : requestMs);
  } catch (error) {
    writer?.close();
    throw new DatabaseOpenError(sqliteOpenMessage(path, error), { cause: error });
  }
}

/** Without a writer the database is read-only and `write` fails. */
export function createSqliteDatabase(
  path: string,
  reader: Sqlite.Database,
  writer: Sqlite.Database | null,
  lockTimeoutMs = requestLockMs,
): Database {
  const connections = [reader, ...(writer ? [writer] : [])];
  for (const connection of connections) {
    connection.pragma(`busy_timeout = ${blockingWaitMs}`);
    connection.pragma(cacheSetting);
  }
  const read = cacheStatements(reader);
  const acquireMutex = createMutex(lockTimeoutMs);
  const thread = writer && createCommitThread(path, [...settingsOfWriter, `busy_timeout = ${lockTimeoutMs}`, cacheSetting]);
  const reading = new Kysely<Schema>({ dialect: createSqliteDialect({ read, write: null, acquireMutex, lockTimeoutMs }) });
  const db = new Kysely<Schema>({
    dialect: createSqliteDialect({ read, write: writer ? cacheStatements(writer) : null, acquireMutex, lockTimeoutMs }),
  });
  const write = createWrite(db);
  return {
    engine: 'sqlite',
    db,
    read: (work) => work(reading),
    write,
    writeReserved: write,
    writeApart: write,
    file: writer && thread ? createSqliteFile(path, { writer, thread, acquireMutex }) : null,
    close: async () => {
      await db.destroy();
      await thread?.close();
      for (const connection of connections) connection.close();
    },
  };
}

/** SQLite's page cache for each connection. The default would grow to 16 MB, although the system caches the file's pages too. */
const cacheSetting = 'cache_size = -4000';

function checkPages(sqlite: Sqlite.Database) {
  const result = sqlite.pragma('quick_check(1)', { simple: true });
  if (result !== 'ok') throw Object.assign(new Error(String(result)), { code: 'SQLITE_CORRUPT' });
}

/**
 * How long to wait for a lock of another process where the file is opened, and in commands. It is longer than while serving, because
 * another program that writes all the time leaves only moments between its writes, and because no visitor waits for an answer.
 */
const longLockMs = 30_000;

/**
 * FULL: a commit is on the disk before it returns, so an acknowledged submission survives a power cut. secure_delete overwrites
 * deleted rows with zeros.
 */
const settingsOfWriter = ['synchronous = FULL', 'foreign_keys = ON', 'secure_delete = ON'];

function configure(sqlite: Sqlite.Database) {
  for (const setting of [`busy_timeout = ${longLockMs}`, 'journal_mode = WAL', ...settingsOfWriter]) sqlite.pragma(setting);
  // A write that changes nothing, so that a full disk or a read-only folder fails at start and not with the first visitor.
  sqlite.pragma(`user_version = ${sqlite.pragma('user_version', { simple: true })}`);
}

/** When a commit leaves this many pages in the log, SQLite writes them into the file. This is its own default. */
const checkpointAfterPages = 1_000;

function createSqliteFile(
  path: string,
  { writer, thread, acquireMutex }: { writer: Sqlite.Database; thread: CommitThread; acquireMutex: AcquireMutex },
): SqliteFile {
  /** The time for which a commit waits for the mutex begins when the one before it is over. */
  let last: Promise<unknown> = Promise.resolve();

  async function commitInTurn(work: Parameters<CommitThread['commit']>[0]): Promise<boolean> {
    const releaseMutex = await acquireMutex();
    try {
      return await thread.commit(work);
    } finally {
      releaseMutex();
    }
  }

  return {
    commitInThread: (work) => {
      const committed = last.then(() => commitInTurn(work));
      last = committed.catch(() => {});
      return committed;
    },

    sizes: () => ({ file: sizeOf(path), log: sizeOf(`${path}-wal`) }),

    truncateLog: async () => {
      const isEmpty = await inThread<boolean>(path, truncateLog);
      if (isEmpty) writer.pragma(`wal_autocheckpoint = ${checkpointAfterPages}`);
      return isEmpty;
    },

    vacuum: async () => {
      // Writes of this process wait for the mutex, because VACUUM may hold the file's lock for longer than they would wait for that.
      const releaseMutex = await acquireMutex({ forMaintenance: true });
      try {
        // VACUUM makes the log as large as the file. It is emptied later, so that the commit of a visitor's claim need not do it.
        writer.pragma('wal_autocheckpoint = 0');
        await inThread(path, vacuum);
      } finally {
        releaseMutex();
      }
    },
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function inThread<T>(path: string, work: string): Promise<T> {
  const library = createRequire(import.meta.url).resolve('better-sqlite3');
  return new Promise((resolve, reject) => {
    // The thread gets its code as text, because the build is one file.
    const worker = new Worker(`${open}${work}`, { eval: true, workerData: { library, path } });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The thread ended with ${code}.`)));
  });
}

const open = `
const { parentPort, workerData } = require('node:worker_threads');
const Sqlite = require(workerData.library);
const database = new Sqlite(workerData.path, { timeout: 0 });
database.pragma('synchronous = FULL');
`;

// Truncating the log holds the lock for writing, even while it waits for a reader. So most of the log is copied before, and
// truncating never waits.
const truncateLog = `
database.pragma('wal_checkpoint(passive)');
let isEmpty = false;
for (let attempts = 0; attempts < 20 && !isEmpty; attempts += 1) {
  if (attempts > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 25);
  isEmpty = database.pragma('wal_checkpoint(truncate)')[0].busy === 0;
}
database.close();
parentPort.postMessage(isEmpty);
`;

const vacuum = `
database.pragma('busy_timeout = 1000');
database.pragma('cache_size = -64000');
database.exec('vacuum');
database.close();
parentPort.postMessage(null);
`;

/** The size of the statement cache: more than the product has frequent queries. */
const cachedStatements = 100;

/**
 * A query longer than this many characters inserts or lists many rows, and is unlikely to be repeated with the same number of them.
 */
const maxCachedLength = 4_000;

/**
 * Prepares each query once, in an LRU cache. Besides the time that it saves, each prepared statement holds memory of SQLite until
 * the garbage collector, which does not see that memory, happens to run.
 */
export function cacheStatements(sqlite: Sqlite.Database): (query: string) => Sqlite.Statement {
  const cache = new LRUCache<string, Sqlite.Statement>({ max: cachedStatements });
  return (query) => {
    const statement = cache.get(query) ?? sqlite.prepare(query);
    if (query.length <= maxCachedLength) cache.set(query, statement);
    return statement;
  };
}
