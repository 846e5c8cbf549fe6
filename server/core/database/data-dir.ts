import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { DatabaseOpenError, sqliteOpenMessage } from './database.ts';

/** The file that the serving process holds locked. SQLite keeps a journal beside it. */
export const lockFileName = 'kerbside.lock';

/** Secrets that are generated and kept in a data folder; a backup has them too. */
export const authSecretFileName = 'auth-secret';
export const secretFileNames: readonly string[] = [authSecretFileName];

/** How long a new process waits for the one before it, which after SIGTERM may serve for five seconds more and drain for ten. */
const lockTimeoutMs = 16_000;

/**
 * Locks a data folder for this process, until `release` or the end of the process, also by a kill: the lock is the operating
 * system's. Two processes on one SQLite would send e-mails twice; several need PostgreSQL.
 */
export function acquireDataDirLock(dataDir: string, waitMs = lockTimeoutMs): { release: () => void } {
  const path = join(dataDir, lockFileName);
  try {
    createPrivateFolder(dataDir);
    return lockFile(path, waitMs);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== 'SQLITE_BUSY') throw new DatabaseOpenError(sqliteOpenMessage(path, error), { cause: error });
    throw new DatabaseOpenError(
      `Another Kerbside is using ${dataDir}: stop it first (npm run dev, or npm start), or set DATA_DIR, or DATABASE_URL for several.`,
    );
  }
}

/** The same of a file that is for nothing else. Throws SQLITE_BUSY where another process holds it for that long. */
export function lockFile(path: string, waitMs: number): { release: () => void } {
  const lock = new Sqlite(path, { timeout: waitMs });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    throw error;
  }
  return { release: () => lock.close() };
}

/**
 * Whether the file is unchanged since a process closed it cleanly. Otherwise (killed, restored, copied, edited) its integrity should
 * be checked, which takes a second for each gigabyte. Deletes the marker, because from now on the file is in use.
 */
export function consumeCleanShutdown(path: string): boolean {
  if (!existsSync(markerOf(path))) return false;
  const marker = readFileSync(markerOf(path), 'utf8');
  rmSync(markerOf(path));
  return existsSync(path) && marker === stateOf(path);
}

export function recordCleanShutdown(path: string): void {
  try {
    writeFileSync(markerOf(path), stateOf(path));
  } catch {
    // The disk is full or the folder is gone. Without the marker the next start checks the file.
  }
}

const markerOf = (path: string) => `${path}-clean`;

function stateOf(path: string): string {
  const { size, mtimeNs } = statSync(path, { bigint: true });
  return `${size} bytes, changed at ${mtimeNs} ns`;
}

/** The disk that a folder is on, in bytes: what this user may still write, and its size. */
export async function readDiskSpace(folder: string): Promise<{ free: number; size: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}

/** Creates a folder with mode 700, and those above it. One by one: Node's `recursive` never returns under /proc. */
export function createPrivateFolder(path: string): void {
  if (existsSync(path)) return;
  createPrivateFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!existsSync(path)) throw error;
  }
}
