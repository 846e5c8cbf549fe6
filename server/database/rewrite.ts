import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import type { Database } from './database.ts';

/** How large the database file is, in bytes; null where there is no file of ours. */
export async function fileSize({ db, engine }: Database): Promise<number | null> {
  if (engine !== 'sqlite') return null;
  const { rows } = await sql<{ size: number }>`
    select page_count * page_size as size from pragma_page_count(), pragma_page_size()`.execute(db);
  return rows[0]?.size ?? null;
}

/**
 * Writes the SQLite file anew. Though deleted rows are overwritten, SQLite leaves copies of rows in the gaps of pages that it has
 * moved them from; this takes them out. It is done on a thread of its own: whoever wants the store meanwhile waits for it,
 * pages and everything else go on.
 */
export async function rewrite({ db, engine }: Database): Promise<void> {
  if (engine !== 'sqlite') return;
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db);
  // The one connection is held so that nothing runs into the lock, which would stop the process and not only the query.
  await db.connection().execute(() => inThread(rows[0]?.file ?? ''));
}

function inThread(path: string): Promise<void> {
  const library = createRequire(import.meta.url).resolve('better-sqlite3');
  return new Promise((resolve, reject) => {
    const worker = new Worker(work, { eval: true, workerData: { library, path } });
    worker.once('error', reject);
    worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The rewrite ended with ${code}.`))));
  });
}

/** As text, because what is built has no file of its own for it. */
const work = `
const { workerData } = require('node:worker_threads');
const Sqlite = require(workerData.library);
const database = new Sqlite(workerData.path);
for (const setting of ['busy_timeout = 5000', 'synchronous = FULL', 'cache_size = -64000']) database.pragma(setting);
database.exec('vacuum');
database.pragma('wal_checkpoint(truncate)');
database.close();
`;
