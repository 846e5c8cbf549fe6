import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { z } from 'zod';
import { lockFileName, secretFileNames } from '#server/core/database/data-dir.ts';
import { hashOf } from '#server/core/database/hash-of.ts';
import { ownerHint } from '#server/core/database/ownership.ts';
import { databaseFileName } from '#server/core/database/sqlite.ts';
import { CopyError } from './copy.ts';

export const manifestName = 'manifest.json';

/** Where a data folder keeps the files of claims, in one folder for each claim. */
export const evidenceFolderName = 'evidence';

/** Backups of earlier versions contain the lock's journal, which is not restored. */
const wholeNames = [databaseFileName, ...secretFileNames, `${lockFileName}-journal`];

/** A file in a folder of a claim, or in that of emails: neither an absolute path nor one that leads out of the backup. */
const evidencePath = /^evidence\/[\w-]+\/[\w-]+(\.[\w-]+)*$/;

/** What it says is printed where somebody restores it, and says which files of an earlier backup are linked: no other text may be in its place. */
const manifestShape = z.object({
  madeAt: z.iso.datetime(),
  /** Row counts and checksums. */
  tables: z.array(z.object({ table: z.string().regex(/^\w+$/), rows: z.number(), checksum: z.hex() })),
  /** SHA-256 by the name below the folder of the backup. */
  files: z.record(z.string(), z.string()),
  /**
   * What became of the files of claims; missing in backups of earlier versions. `damaged`: those that did not exist, or were not what
   * their row says.
   */
  evidence: z.object({ in: z.enum(['this backup', 'S3, not in this backup']), damaged: z.array(z.string()) }).optional(),
});

/** What a backup holds, written last: without it the backup is incomplete. */
export type Manifest = z.infer<typeof manifestShape>;

/**
 * Throws unless the backup is complete, every file has its checksum, and each is one that a backup can have, in its folder: whoever
 * made it may want a file written elsewhere.
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, manifestName);
  if (!existsSync(path))
    throw new CopyError(`${folder} is not a complete backup: it has no ${manifestName} that can be read.${ownerHint(path)}`);
  const manifest = manifestAt(path);
  if (!manifest) throw damaged(manifestName);
  if (!(databaseFileName in manifest.files)) throw damaged(databaseFileName);
  for (const [name, hash] of Object.entries(manifest.files))
    if (!isNameOfBackup(name) || !isWithin(folder, name) || (await hashOf(join(folder, name))) !== hash) throw damaged(name);
  if (!isStore(join(folder, databaseFileName))) throw damaged(databaseFileName);
  return manifest;
}

/** The manifest at a path; null where it cannot be read. */
export function manifestAt(path: string): Manifest | null {
  try {
    return manifestShape.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

function isNameOfBackup(name: string): boolean {
  return wholeNames.includes(name) || evidencePath.test(name);
}

/** Whether it is a file there, and neither a link nor behind one. Of what is no file, such as a pipe, reading may never end. */
function isWithin(folder: string, name: string): boolean {
  const path = join(realpathSync(folder), name);
  return existsSync(path) && realpathSync(path) === path && lstatSync(path).isFile();
}

/** Whether a file is a database that can be read, with claims and staff in it. */
function isStore(path: string): boolean {
  let file: Sqlite.Database | null = null;
  try {
    file = new Sqlite(path, { readonly: true });
    const tables = file.prepare(
      "select count(*) from sqlite_schema where type = 'table' and name in ('form_submissions', 'staff')",
    );
    return tables.pluck().get() === 2 && file.pragma('quick_check(1)', { simple: true }) === 'ok';
  } catch {
    return false;
  } finally {
    file?.close();
  }
}

function damaged(name: string): CopyError {
  return new CopyError(`The backup is damaged: ${name.replaceAll(/[^ -~]/g, '?')} is not what it was. Nothing was changed.`);
}
