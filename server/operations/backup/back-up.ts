import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { acquireDataDirLock, createPrivateFolder, lockFileName, secretFileNames } from '#server/core/database/data-dir.ts';
import type { Database, DatabaseLocation } from '#server/core/database/database.ts';
import { hashOf } from '#server/core/database/hash-of.ts';
import { expectNotMoved } from '#server/core/database/moved-away.ts';
import { migrate, openDatabase } from '#server/core/database/open.ts';
import { giveToOwnerOf } from '#server/core/database/ownership.ts';
import { databaseFileName } from '#server/core/database/sqlite.ts';
import { copyEvidence, readEarlier } from './back-up-evidence.ts';
import { evidenceFolderName, type Manifest, manifestName, readManifest } from './backup-manifest.ts';
import { CopyError, checksumAll, copyAll } from './copy.ts';

/**
 * A folder with the whole store as one SQLite file, whatever engine it came from, and with the generated secrets beside it.
 * A consistent snapshot, taken while the product serves. The manifest is written last: without it the backup is incomplete. `earlier`:
 * the folder of a complete backup, of which files of claims that did not change are linked.
 */
export async function backUp(location: DataLocation, folder: string, earlier: string | null = null): Promise<Manifest> {
  if (existsSync(folder)) throw new CopyError(`${folder} exists already.`);
  await takeCopy(location, folder);
  const copy = openDatabase({ dataDir: folder, databaseUrl: null });
  const tables = await checksumAll(copy);
  const evidence = location.evidenceUrl ? null : await copyEvidence(copy, location.dataDir, folder, readEarlier(earlier));
  await closeAsOneFile(copy, folder);
  const secrets = secretFilesIn(location.dataDir);
  for (const name of secrets) copyFileSync(join(location.dataDir, name), join(folder, name));
  const files: Record<string, string> = {};
  for (const name of [databaseFileName, ...secrets]) files[name] = await hashOf(join(folder, name));
  const written = [...Object.keys(files), ...(evidence?.copied ?? [])];
  Object.assign(files, evidence?.hashes);
  const damaged = evidence?.damaged ?? [];
  const manifest: Manifest = {
    madeAt: new Date().toISOString(),
    tables,
    files,
    evidence: evidence ? { in: 'this backup', damaged } : { in: 'S3, not in this backup', damaged },
  };
  writeFileSync(join(folder, `${manifestName}.part`), `${JSON.stringify(manifest, null, 2)}\n`);
  const folders = new Set(Object.keys(files).flatMap((name) => [dirname(name), dirname(dirname(name))]));
  for (const name of [...written, ...folders, `${manifestName}.part`]) syncFile(join(folder, name));
  renameSync(join(folder, `${manifestName}.part`), join(folder, manifestName));
  return manifest;
}

async function takeCopy(location: DatabaseLocation, folder: string): Promise<void> {
  if (!location.databaseUrl && !existsSync(join(location.dataDir, databaseFileName)))
    throw new CopyError(`There is no database in ${location.dataDir}.`);
  createPrivateFolder(folder);
  const source = openDatabase(location, { noTimeouts: true });
  try {
    await expectNotMoved(source);
    if (source.engine === 'sqlite') {
      await sql`vacuum into ${join(folder, databaseFileName)}`.execute(source.db);
      return;
    }
    const copy = openDatabase({ dataDir: folder, databaseUrl: null });
    await migrate(copy);
    await copyAll(source, copy);
    await closeAsOneFile(copy, folder);
  } finally {
    await source.close();
  }
}

/** Makes the copy one file without a write-ahead log, which only the last connection can do. */
async function closeAsOneFile(copy: Database, folder: string): Promise<void> {
  await copy.close();
  const file = new Sqlite(join(folder, databaseFileName));
  file.pragma('journal_mode = delete');
  file.close();
}

/** Restores a backup into an empty store; with `replace` an existing SQLite store is moved aside first. */
export async function restore(folder: string, location: DatabaseLocation, options: { replace: boolean }): Promise<Manifest> {
  const manifest = await readManifest(folder);
  if (location.databaseUrl) {
    const evidence = Object.keys(manifest.files).filter(isEvidence);
    if (evidence.length > 0 && hasEvidence(location.dataDir) && !options.replace)
      throw new CopyError(
        `${location.dataDir} has files of claims already. Restore elsewhere, or say --replace: then they stay beside these.`,
      );
    const { missing, different } = await secretsOf(manifest, location.dataDir);
    if (different.length > 0 && !options.replace)
      throw new CopyError(
        `${location.dataDir} has another ${different.join()}, with which no second factor of this backup works. Say --replace: then it is moved aside.`,
      );
    await copyInto(folder, location);
    if (different.length > 0) moveAside(location.dataDir, different);
    for (const name of [...missing, ...different, ...evidence]) bringBack(folder, location.dataDir, name);
    return manifest;
  }
  const lock = acquireDataDirLock(location.dataDir, 0);
  try {
    clear(location.dataDir, options.replace);
    giveToOwnerOf(location.dataDir, join(location.dataDir, lockFileName));
    // The database comes last, because its presence means that there is a store to start from.
    const rank = (name: string) => (name === databaseFileName ? 1 : 0);
    // Backups of earlier versions contain the lock's journal, which must not be restored.
    const names = Object.keys(manifest.files).filter((name) => !name.startsWith(lockFileName));
    for (const name of names.toSorted((a, b) => rank(a) - rank(b))) bringBack(folder, location.dataDir, name);
    syncFile(location.dataDir);
  } finally {
    lock.release();
  }
  return manifest;
}

/** The secrets of a backup that a data folder does not have, and those of which it has another one. */
async function secretsOf({ files }: Manifest, dataDir: string): Promise<{ missing: string[]; different: string[] }> {
  const present = secretFilesIn(dataDir);
  const missing = secretFileNames.filter((name) => name in files && !present.includes(name));
  const different: string[] = [];
  for (const name of present) if (name in files && (await hashOf(join(dataDir, name))) !== files[name]) different.push(name);
  return { missing, different };
}

function bringBack(folder: string, dataDir: string, name: string): void {
  const path = join(dataDir, name);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  for (let parent = dirname(name); parent !== '.'; parent = dirname(parent)) giveToOwnerOf(dataDir, join(dataDir, parent));
  copyFileSync(join(folder, name), `${path}.part`);
  giveToOwnerOf(dataDir, `${path}.part`);
  syncFile(`${path}.part`);
  renameSync(`${path}.part`, path);
  syncFile(dirname(path));
}

/** Whether there is any file of a claim. The folder alone says nothing, because every start makes it. */
function hasEvidence(dataDir: string): boolean {
  const path = join(dataDir, evidenceFolderName);
  return existsSync(path) && readdirSync(path).length > 0;
}

function isEvidence(name: string): boolean {
  return name.startsWith(`${evidenceFolderName}/`);
}

/** Copies the rows of a backup into a store. They are read from a copy of the backup, because opening a database writes to it. */
async function copyInto(folder: string, location: DatabaseLocation): Promise<void> {
  const workFolder = mkdtempSync(join(tmpdir(), 'kerbside-restore-'));
  copyFileSync(join(folder, databaseFileName), join(workFolder, databaseFileName));
  const target = openDatabase(location, { noTimeouts: true });
  const source = openDatabase({ dataDir: workFolder, databaseUrl: null });
  try {
    await migrate(target);
    await migrate(source);
    // A lease from the time of the backup is no longer valid.
    await source.db.updateTable('jobs').set({ lease_until: null }).execute();
    await copyAll(source, target);
  } finally {
    await source.close();
    await target.close();
    rmSync(workFolder, { recursive: true });
  }
}

function clear(dataDir: string, replace: boolean): void {
  const present = readdirSync(dataDir).filter(
    (name) =>
      name.startsWith(databaseFileName) ||
      (name === evidenceFolderName && hasEvidence(dataDir)) ||
      secretFilesIn(dataDir).includes(name),
  );
  if (!present.some((name) => name.startsWith(databaseFileName) || name === evidenceFolderName)) return;
  if (!replace)
    throw new CopyError(`${dataDir} has a database already. Restore elsewhere, or say --replace: then it is moved aside.`);
  moveAside(dataDir, present);
}

function moveAside(dataDir: string, names: string[]): void {
  const aside = join(dataDir, `before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  createPrivateFolder(aside);
  giveToOwnerOf(dataDir, aside);
  for (const name of names) renameSync(join(dataDir, name), join(aside, name));
}

/** Where a store and the files of its claims are. */
type DataLocation = DatabaseLocation & { evidenceUrl?: string | null };

/** Generated secrets beside a database. */
function secretFilesIn(dataDir: string): string[] {
  return secretFileNames.filter((name) => existsSync(join(dataDir, name)));
}

/** fsync of a file or a folder. */
function syncFile(path: string): void {
  const file = openSync(path, 'r');
  fsyncSync(file);
  closeSync(file);
}
