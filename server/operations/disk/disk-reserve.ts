import { statfsSync, statSync, truncateSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#server/core/database/database.ts';
import { errorMessage, type Log } from '#server/core/observability/log.ts';

/** Its name in the data folder. */
export const reserveFileName = 'ballast';

/** Its size in bytes, but never more than this share of the disk. */
export const reserveSize = { bytes: 64 * 1024 ** 2, share: 1 / 32 };

/** It is released in so many pieces, so that another program that is still writing does not take all of it at once. */
const pieces = 8;

/** It is made again where this much stays free beside it, but never more than this share of the disk. */
const freeBeside = { bytes: 1024 ** 3, share: 1 / 8 };

/** Thrown where so little of the disk is left that nothing more is taken from visitors. */
class DiskShortError extends Error {}

/**
 * A file of no content that reserves space on the disk of a SQLite store. Other programs may fill a disk to its last byte; then it
 * is shortened for what visitors send, and for the start. Claims take half of it at most: with less than that they are refused before the
 * disk is full, and the other half is left for starts.
 */
export function createDiskReserve(dataDir: string) {
  const path = join(dataDir, reserveFileName);
  let making: Promise<void> | null = null;

  const sizeNow = () => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

  function disk(): { free: number; whole: number } {
    const { bavail, blocks, bsize } = statfsSync(dataDir);
    return { free: bavail * bsize, whole: Math.floor(Math.min(reserveSize.bytes, blocks * bsize * reserveSize.share)) };
  }

  /** Releases one piece of what is more than `left` bytes; false where there is none. */
  function releasePiece(left: number): boolean {
    const size = sizeNow();
    if (size <= left) return false;
    truncateSync(path, Math.max(left, size - Math.ceil(disk().whole / pieces)));
    return true;
  }

  /** Whether there is room for what visitors send, where necessary by the part of the reserve that is for that. */
  function hasRoom(): boolean {
    const { free, whole } = disk();
    return free + sizeNow() >= whole / 2;
  }

  async function withRoom<T>(commit: () => Promise<T>): Promise<T> {
    if (!hasRoom()) throw new DiskShortError('the disk has too little room left');
    for (;;) {
      try {
        return await commit();
      } catch (error) {
        if (!isFull(error) || !releasePiece(disk().whole / 2)) throw error;
      }
    }
  }

  async function restore(): Promise<void> {
    const { free, whole } = disk();
    const { blocks, bsize } = statfsSync(dataDir);
    let missing = whole - sizeNow();
    if (missing <= 0 || free - missing < Math.min(freeBeside.bytes, blocks * bsize * freeBeside.share)) return;
    // Some file systems allocate nothing for zeros.
    const block = crypto.getRandomValues(Buffer.alloc(64 * 1024));
    const file = await open(path, 'a', 0o600);
    try {
      for (; missing > 0; missing -= block.length) await file.write(block, 0, Math.min(block.length, missing));
    } finally {
      await file.close();
    }
  }

  return {
    hasRoom,

    /** Makes what is missing of the reserve, where the disk has room for it. */
    restore: (): Promise<void> => {
      making ??= restore().finally(() => {
        making = null;
      });
      return making;
    },

    /** The store for what visitors send: it is refused with little room left, and given a piece of the reserve on a full disk. */
    forVisitors: (database: Database): Database => {
      const { write, writeReserved, writeApart, file } = database;
      return {
        ...database,
        write: (work) => withRoom(() => write(work)),
        writeReserved: (work) => withRoom(() => writeReserved(work)),
        writeApart: (work) => withRoom(() => writeApart(work)),
        file: file && { ...file, commitInThread: (work) => withRoom(() => file.commitInThread(work)) },
      };
    },

    /** Opens the store. On a full disk it releases one piece after the other until that succeeds. */
    openWith: async <T>(openStore: () => Promise<T>, log: Log): Promise<T> => {
      for (;;) {
        try {
          return await openStore();
        } catch (error) {
          if (!isFull((error as Error).cause ?? error) || !releasePiece(0)) throw error;
          const message = `The disk of ${dataDir} is full. Kerbside gives up a part of its reserve in order to start: make room.`;
          log.error('disk full at the start', { message, left: sizeNow(), error: errorMessage(error) });
        }
      }
    },
  };
}

function isFull(error: unknown): boolean {
  const { code = '' } = (error ?? {}) as { code?: string };
  return /^(SQLITE_FULL|SQLITE_IOERR_SHM|ENOSPC)/.test(code);
}
