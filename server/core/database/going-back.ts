import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createPrivateFolder } from './data-dir.ts';
import type { Database } from './database.ts';
import { databaseFileName } from './sqlite.ts';

/**
 * What `npm run upgrade` asks of the next start on a SQLite store, in a file of DATA_DIR. `keepIn`: a copy of the store before its schema is
 * changed, made by the process that changes it, when nothing is written any more. `goBackTo`: that copy instead of the store, which is moved
 * into the folder `aside`. Both are names of folders in DATA_DIR, of the kind that the nightly erasing removes after fourteen days.
 */
export type UpgradeOrder = { keepIn: string } | { goBackTo: string; aside: string };

export const upgradeOrderName = 'upgrade-order.json';

/** Puts the copy in the place of the store, where that was asked for. Whatever it is interrupted at, the next start goes on with it. */
export function goBackIfAsked(dataDir: string): void {
  const order = readOrder(dataDir);
  if (!order || !('goBackTo' in order)) return;
  const kept = join(dataDir, order.goBackTo, databaseFileName);
  if (existsSync(kept)) {
    const aside = join(dataDir, order.aside);
    createPrivateFolder(aside);
    // The log before its database: SQLite would take the log for that of the copy.
    for (const name of ['-wal', '-shm', '-clean', ''].map((suffix) => databaseFileName + suffix))
      if (existsSync(join(dataDir, name))) renameSync(join(dataDir, name), join(aside, name));
    renameSync(kept, join(dataDir, databaseFileName));
  }
  rmSync(join(dataDir, upgradeOrderName));
}

/** Copies the store before its schema is changed, where that was asked for. */
export async function keepIfAsked({ db }: Pick<Database, 'db'>, dataDir: string): Promise<void> {
  const order = readOrder(dataDir);
  if (!order || !('keepIn' in order)) return;
  const folder = join(dataDir, order.keepIn);
  createPrivateFolder(folder);
  const part = join(folder, 'unfinished.sqlite');
  rmSync(part, { force: true });
  await sql`vacuum into ${part}`.execute(db);
  renameSync(part, join(folder, databaseFileName));
  rmSync(join(dataDir, upgradeOrderName));
}

function readOrder(dataDir: string): UpgradeOrder | null {
  const path = join(dataDir, upgradeOrderName);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}
