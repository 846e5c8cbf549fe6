import { copyFileSync, existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { hashOf, isAside, type Manifest, manifestName, secretsIn, syncFile } from './backup-files.ts';
import { CannotCopy, copyAll, sumAll } from './copy.ts';
import type { Database, Place } from './database.ts';
import { makeFolder } from './make-folder.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';
import { databaseFileName } from './sqlite.ts';

/**
 * A folder with the whole store as one SQLite file, whatever engine it came from, and with the generated secrets beside it.
 * Taken from one moment while the product serves. It is complete when the manifest is there, which comes last.
 */
export async function backUp(place: Place, folder: string): Promise<Manifest> {
  if (existsSync(folder)) throw new CannotCopy(`${folder} exists already.`);
  await takeCopy(place, folder);
  const copy = openDatabase({ dataDir: folder, databaseUrl: null });
  const tables = await sumAll(copy);
  await finish(copy, folder);
  for (const name of secretsIn(place.dataDir)) copyFileSync(join(place.dataDir, name), join(folder, name));
  const names = readdirSync(folder).filter((name) => !isAside(name) || name === databaseFileName);
  const files: Record<string, string> = {};
  for (const name of names) files[name] = await hashOf(join(folder, name));
  const manifest = { madeAt: new Date().toISOString(), tables, files };
  writeFileSync(join(folder, `${manifestName}.part`), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const name of [...names, `${manifestName}.part`, '.']) syncFile(join(folder, name));
  renameSync(join(folder, `${manifestName}.part`), join(folder, manifestName));
  return manifest;
}

async function takeCopy(place: Place, folder: string): Promise<void> {
  if (!place.databaseUrl && !existsSync(join(place.dataDir, databaseFileName)))
    throw new CannotCopy(`There is no database in ${place.dataDir}.`);
  makeFolder(folder);
  const source = openDatabase(place, { patient: true });
  try {
    if (source.engine === 'sqlite') {
      await sql`vacuum into ${join(folder, databaseFileName)}`.execute(source.db);
      return;
    }
    const copy = openDatabase({ dataDir: folder, databaseUrl: null });
    await migrate(copy);
    await copyAll(source, copy);
    await finish(copy, folder);
  } finally {
    await source.close();
  }
}

/** One file again, without the log beside it, which only the last connection can do. */
async function finish(copy: Database, folder: string): Promise<void> {
  await copy.close();
  const file = new Sqlite(join(folder, databaseFileName));
  file.pragma('journal_mode = delete');
  file.close();
}
