import { createReadStream, type Dirent } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createPrivateFolder, readDiskSpace } from '#server/database/data-dir.ts';
import { type EvidenceStore, FileMissing } from './evidence-store.ts';

/** Files in a folder, with a folder for each claim. */
export function openFolderStore(folder: string): EvidenceStore {
  createPrivateFolder(folder);
  const pathOf = (key: string) => join(folder, key);

  async function belongingTo(key: string): Promise<string[]> {
    const names = await readdir(dirname(pathOf(key))).catch(ignoreMissing(() => [] as string[]));
    return names.filter((name) => name === basename(key) || name.startsWith(`${basename(key)}.`));
  }

  return {
    openUploads: async (sizeOf) => {
      const [{ FolderUploads }, { Upload }] = await Promise.all([import('./folder-uploads.ts'), import('@tus/server')]);
      // The state of an upload is in its row alone.
      const configstore = {
        get: async (key: string) => {
          const size = await sizeOf(key);
          return size === null ? undefined : new Upload({ id: key, size, offset: 0 });
        },
        set: async () => {},
        delete: async () => {},
      };
      return new FolderUploads({ directory: folder, configstore });
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
