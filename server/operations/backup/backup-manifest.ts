import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
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

const manifestShape = z.object({
  madeAt: z.string(),
  /** Row counts and checksums. */
  tables: z.array(z.object({ table: z.string(), rows: z.number(), checksum: z.string() })),
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

/** Whether it is there, and neither a link nor behind one. */
function isWithin(folder: string, name: string): boolean {
  const path = join(realpathSync(folder), name);
  return existsSync(path) && realpathSync(path) === path;
}

function damaged(name: string): CopyError {
  return new CopyError(`The backup is damaged: ${name} is not what it was. Nothing was changed.`);
}
