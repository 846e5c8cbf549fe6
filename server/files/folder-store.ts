import { createReadStream, type Dirent } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createPrivateFolder, readDiskSpace } from '#server/core/database/data-dir.ts';
import { type EvidenceStore, FileMissing, type Pieces } from './evidence-store.ts';

/** Files in a folder, with a folder for each claim. */
export function openFolderStore(folder: string): EvidenceStore {
  createPrivateFolder(folder);
  const pathOf = (key: string) => join(folder, key);

  async function belongingTo(key: string): Promise<string[]> {
    const names = await readdir(dirname(pathOf(key))).catch(ignoreMissing(() => [] as string[]));
    return names.filter((name) => name === basename(key) || name.startsWith(`${basename(key)}.`));
  }

  return {
    begin: async (key) => {
      createPrivateFolder(dirname(pathOf(key)));
      await (await open(pathOf(key), 'w', 0o600)).close();
    },

    openUpload: async (key) => {
      const found = await stat(pathOf(key)).catch(ignoreMissing(() => null));
      return found && { offset: found.size, append: (pieces) => append(pathOf(key), pieces, found.size) };
    },

    seal: async (key) => {
      await sync(pathOf(key), 'r+');
      await syncFolders(key);
    },

    forgetUpload: async () => {},

    sizeOf: async (key) => (await stat(pathOf(key)).catch(ignoreMissing(() => null)))?.size ?? null,

    read: async (key, range) => {
      const file: FileHandle = await open(pathOf(key)).catch(
        ignoreMissing(() => {
          throw new FileMissing(key);
        }),
      );
      return createReadStream('', { fd: file, ...range, highWaterMark: 256 * 1024 });
    },

    pathOf,

    scan: async function* (key) {
      const file = await open(pathOf(key), 'r');
      try {
        const piece = Buffer.allocUnsafe(1024 ** 2);
        for (let at = 0; ; ) {
          const { bytesRead } = await file.read(piece, 0, piece.length, at);
          if (bytesRead === 0) return;
          at += bytesRead;
          yield piece.subarray(0, bytesRead);
        }
      } finally {
        await file.close();
      }
    },

    put: async (key, bytes) => {
      createPrivateFolder(dirname(pathOf(key)));
      const part = await open(`${pathOf(key)}.part`, 'w', 0o600);
      try {
        await part.writeFile(bytes);
        await part.sync();
      } finally {
        await part.close();
      }
      await rename(`${pathOf(key)}.part`, pathOf(key));
      await syncFolders(key);
    },

    remove: async (key) => {
      const of = dirname(pathOf(key));
      for (const name of await belongingTo(key)) await rm(join(of, name), { force: true });
      // The folder goes with its last file; while it has others this fails.
      await rmdir(of).catch(() => {});
    },

    keys: async function* () {
      for (const claim of await entries(folder)) {
        if (!claim.isDirectory()) continue;
        for (const { name } of await entries(join(folder, claim.name))) {
          const found = await stat(join(folder, claim.name, name)).catch(ignoreMissing(() => null));
          if (found) yield { key: `${claim.name}/${name.split('.')[0]}`, changedAt: found.mtimeMs };
        }
      }
    },

    freeBytes: async () => (await readDiskSpace(folder)).free,

    diskBytes: async () => (await readDiskSpace(folder)).size,

    close: () => {},
  };

  /** Syncs the folder of a file and the one above it, because the former may be new. */
  async function syncFolders(key: string): Promise<void> {
    await sync(dirname(pathOf(key)), 'r');
    await sync(folder, 'r');
  }
}

/** Writes each piece before the next one is read: nothing waits in memory, and no piece is copied. */
async function append(path: string, pieces: Pieces, offset: number): Promise<number> {
  const file = await open(path, 'r+');
  let end = offset;
  try {
    for await (const piece of pieces) {
      // A disk that is nearly full may accept only a part of a piece.
      for (let written = 0; written < piece.length; ) {
        const { bytesWritten } = await file.write(piece, written, piece.length - written, end);
        written += bytesWritten;
        end += bytesWritten;
      }
    }
  } finally {
    await file.close();
  }
  return end;
}

async function sync(path: string, flags: string): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function entries(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(ignoreMissing(() => [] as Dirent[]));
}

function ignoreMissing<T>(otherwise: () => T) {
  return (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return otherwise();
    throw error;
  };
}
