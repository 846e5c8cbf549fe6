import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type Sqlite from 'better-sqlite3';

/** What is done to the file as a whole. Nothing of it blocks the process: it is done on a thread of its own. */
export type SqliteFile = {
  /** How large it and the write-ahead log beside it are, in bytes. */
  sizes: () => { file: number; log: number };
  /**
   * Brings what is in the write-ahead log into the file and cuts the log off, so that nothing erased is left in it. False where a
   * reader is in the way: a reading transaction of another process, as Litestream keeps open nearly always. Then try later.
   */
  emptyLog: () => Promise<boolean>;
  /**
   * Writes the file anew (VACUUM). Though deleted rows are overwritten, SQLite leaves copies of rows in the gaps of pages that it
   * has moved them from; this takes them out. Writes wait meanwhile, a second for some fifty megabytes; reads do not. What was in
   * the gaps is gone when the log was emptied after it.
   */
  rewrite: () => Promise<void>;
};

/** Pages in the log after which a commit brings them into the file: SQLite's own default. */
const checkpointAfterPages = 1_000;

export function createSqliteFile(path: string, writer: Sqlite.Database, takeTurn: () => Promise<() => void>): SqliteFile {
  return {
    sizes: () => ({ file: sizeOf(path), log: sizeOf(`${path}-wal`) }),

    emptyLog: async () => {
      const isEmpty = await inThread<boolean>(path, emptyLog);
      if (isEmpty) writer.pragma(`wal_autocheckpoint = ${checkpointAfterPages}`);
      return isEmpty;
    },

    rewrite: async () => {
      // No other write of ours runs into the lock, and is refused, while it takes longer than a lock is waited for.
      const endTurn = await takeTurn();
      try {
        // The log is now as large as the file: the commit of a visitor's claim is not the one to empty it.
        writer.pragma('wal_autocheckpoint = 0');
        await inThread(path, rewrite);
      } finally {
        endTurn();
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
    // As text, because what is built has no file of its own for it.
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

// Truncating holds the lock for writing, also while it waits for a reader: so most is copied before, and it never waits.
const emptyLog = `
database.pragma('wal_checkpoint(passive)');
let isEmpty = false;
for (let tries = 0; tries < 20 && !isEmpty; tries += 1) {
  if (tries > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 25);
  isEmpty = database.pragma('wal_checkpoint(truncate)')[0].busy === 0;
}
database.close();
parentPort.postMessage(isEmpty);
`;

const rewrite = `
database.pragma('busy_timeout = 1000');
database.pragma('cache_size = -64000');
database.exec('vacuum');
database.close();
parentPort.postMessage(null);
`;
