import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { CannotOpen, sqliteSentence } from './cannot-open.ts';
import { makeFolder } from './make-folder.ts';

/** A predecessor that was told to stop has gone by then: it may serve for five seconds more and take ten to end. */
const patienceMs = 16_000;

/**
 * Keeps a data folder for this process alone, until `release` or the end of the process, however that comes: the lock is the
 * operating system's. Two processes on one SQLite would send letters twice; several need PostgreSQL.
 */
export function holdFolder(dataDir: string, waitMs = patienceMs): { release: () => void } {
  const path = join(dataDir, 'kerbside.lock');
  let lock: Sqlite.Database | null = null;
  try {
    makeFolder(dataDir);
    lock = new Sqlite(path, { timeout: waitMs });
    lock.exec('begin exclusive');
  } catch (error) {
    lock?.close();
    const { code } = error as { code?: string };
    if (code !== 'SQLITE_BUSY') throw new CannotOpen(sqliteSentence(path, error), { cause: error });
    throw new CannotOpen(`Another Kerbside is using ${dataDir}: stop it first, or set DATA_DIR, or DATABASE_URL for several.`);
  }
  return { release: () => lock.close() };
}
