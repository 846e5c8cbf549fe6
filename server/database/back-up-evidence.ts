import { constants, copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database } from './database.ts';

/** Where a data folder keeps the files of claims, in one folder for each claim. */
export const evidenceFolderName = 'evidence';

/** What was copied: file names below the folder of the backup. `missing`: originals that a row names and that do not exist. */
export type CopiedEvidence = { names: string[]; expected: Record<string, string>; missing: string[] };

/**
 * Copies the files of claims that the rows of a backup name, each with its previews. Unfinished uploads are left out. Files are
 * copied after the rows: one that is removed in between is missing, and one that is added has no row yet.
 */
export async function copyEvidence(copy: Database, dataDir: string, folder: string): Promise<CopiedEvidence> {
  const rows = await copy.db
    .selectFrom('evidence')
    .select(['id', 'submission_id', 'sha256'])
    .where('received_at', 'is not', null)
    .orderBy('submission_id')
    .execute();
  const copied: CopiedEvidence = { names: [], expected: {}, missing: [] };
  for (const { id, submission_id: submissionId, sha256 } of rows) {
    const original = join(evidenceFolderName, submissionId, id);
    const of = join(dataDir, evidenceFolderName, submissionId);
    const present = existsSync(of) ? readdirSync(of) : [];
    if (!present.includes(id)) copied.missing.push(original);
    for (const name of present.filter((one) => one === id || (one.startsWith(`${id}.`) && !one.endsWith('.part')))) {
      const path = join(evidenceFolderName, submissionId, name);
      if (copyOne(join(dataDir, path), join(folder, path))) copied.names.push(path);
      else if (name === id) copied.missing.push(original);
    }
    if (sha256 !== null) copied.expected[original] = sha256;
  }
  return copied;
}

/** Returns false where the file was removed since it was listed. A file system that can share blocks does so instead of copying. */
function copyOne(from: string, to: string): boolean {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
