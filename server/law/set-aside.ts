import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { day } from '#forms/durations.ts';

/** How long what a restore set aside can be gone back to. It is a whole store, which no erasure reaches. */
const keptMs = 14 * day;

/** The folder into which a restore moves the store that it replaces (server/operations/backup/back-up.ts). */
const folderName = /^before-restore-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/;

/** The stores that restores set aside in the data folder, and when each is removed. */
export async function findSetAside(dataDir: string): Promise<{ folder: string; endsAt: number }[]> {
  return (await readdir(dataDir)).flatMap((name) => {
    const [, hours, minutes, seconds, milliseconds] = folderName.exec(name) ?? [];
    const madeAt = Date.parse(`${hours}:${minutes}:${seconds}.${milliseconds}Z`);
    return Number.isNaN(madeAt) ? [] : [{ folder: join(dataDir, name), endsAt: madeAt + keptMs }];
  });
}

/** Removes those whose time is over. */
export async function removeSetAside(dataDir: string, at: number): Promise<void> {
  const over = (await findSetAside(dataDir)).filter(({ endsAt }) => endsAt <= at);
  for (const { folder } of over) await rm(folder, { recursive: true, force: true });
}
