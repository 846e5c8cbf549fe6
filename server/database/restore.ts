import { copyFileSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Manifest, readManifest, secretsIn, syncFile } from './backup-files.ts';
import { CannotCopy, copyAll } from './copy.ts';
import { holdFolder } from './data-dir-lock.ts';
import type { Place } from './database.ts';
import { makeFolder } from './make-folder.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';
import { databaseFileName } from './sqlite.ts';

/** Brings a backup back into an empty place; with `replace` what stood in a folder is moved aside first. */
export async function restore(folder: string, place: Place, options: { replace: boolean }): Promise<Manifest> {
  const manifest = await readManifest(folder);
  if (place.databaseUrl) {
    await copyInto(folder, place);
    return manifest;
  }
  const hold = holdFolder(place.dataDir, 0);
  try {
    clear(place.dataDir, options.replace);
    for (const name of Object.keys(manifest.files)) {
      copyFileSync(join(folder, name), join(place.dataDir, `${name}.part`));
      syncFile(join(place.dataDir, `${name}.part`));
      renameSync(join(place.dataDir, `${name}.part`), join(place.dataDir, name));
    }
    syncFile(place.dataDir);
  } finally {
    hold.release();
  }
  return manifest;
}

/** From a copy of the backup: to open a database is to write to it. */
async function copyInto(folder: string, place: Place): Promise<void> {
  const workplace = mkdtempSync(join(tmpdir(), 'kerbside-restore-'));
  copyFileSync(join(folder, databaseFileName), join(workplace, databaseFileName));
  const target = openDatabase(place, { patient: true });
  const source = openDatabase({ dataDir: workplace, databaseUrl: null });
  try {
    await migrate(target);
    await migrate(source);
    // Whoever held a job when the backup was taken does not do it any more.
    await source.db.updateTable('jobs').set({ lease_until: null }).execute();
    await copyAll(source, target);
  } finally {
    await source.close();
    await target.close();
    rmSync(workplace, { recursive: true });
  }
}

function clear(dataDir: string, replace: boolean): void {
  const present = readdirSync(dataDir).filter((name) => name.startsWith(databaseFileName) || secretsIn(dataDir).includes(name));
  if (!present.some((name) => name.startsWith(databaseFileName))) return;
  if (!replace)
    throw new CannotCopy(`${dataDir} has a database already. Restore elsewhere, or say --replace: then it is moved aside.`);
  const aside = join(dataDir, `before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  makeFolder(aside);
  for (const name of present) renameSync(join(dataDir, name), join(aside, name));
}
