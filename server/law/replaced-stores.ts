import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { day } from '#forms/durations.ts';

/** How long a store that a restore replaced is retained, for going back. No erasure reaches it. */
const retentionMs = 14 * day;

/** The folder into which a restore moves the store that it replaces (server/operations/backup/back-up.ts). */
const folderName = /^before-restore-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/;

/** The stores in the data folder that restores replaced, and when each is removed. */
export async function findReplacedStores(dataDir: string): Promise<{ folder: string; endsAt: number }[]> {
  return (await readdir(dataDir)).flatMap((name) => {
    const [, hours, minutes, seconds, milliseconds] = folderName.exec(name) ?? [];
    const madeAt = Date.parse(`${hours}:${minutes}:${seconds}.${milliseconds}Z`);
    return Number.isNaN(madeAt) ? [] : [{ folder: join(dataDir, name), endsAt: madeAt + retentionMs }];
  });
}

/** Removes those whose retention has ended. */
export async function removeReplacedStores(dataDir: string, at: number): Promise<void> {
  const over = (await findReplacedStores(dataDir)).filter(({ endsAt }) => endsAt <= at);
  for (const { folder } of over) await rm(folder, { recursive: true, force: true });
}
