import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A letter's file ends with the letter's id; one that was not finished has `.part` behind it. */
const fileName = /-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.eml(?:\.part)?$/;

/** Removes the files of these letters from the folder that letters are kept in while no mail server is set. */
export async function removeMailFiles(folder: string, letterIds: ReadonlySet<string>): Promise<void> {
  if (letterIds.size === 0) return;
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    const id = fileName.exec(name)?.[1];
    if (id && letterIds.has(id)) await rm(join(folder, name), { force: true });
  }
}
