import { createHash } from 'node:crypto';
import { constants, copyFileSync, existsSync, linkSync, lstatSync, mkdirSync, readdirSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { day } from '#forms/durations.ts';
import type { Database } from '#server/core/database/database.ts';
import { hashOf } from '#server/core/database/hash-of.ts';
import { evidenceFolderName, type Manifest, manifestAt, manifestName } from './backup-manifest.ts';

/** What was copied or linked, with its SHA-256, by name below the folder of the backup; and what is not what its row says. */
type CopiedEvidence = { hashes: Record<string, string>; copied: string[]; damaged: string[] };

/** An earlier backup on the same disk, from which unchanged files are linked. */
type EarlierBackup = { folder: string; manifest: Manifest };

/** A copy is linked by later backups for this many days; then the file is copied, and with that read, again. */
const linkedForDays = { least: 14, spread: 28 };

/**
 * Copies the files of claims that the rows of a backup name, each with its previews. Unfinished uploads are left out. Files are
 * copied after the rows: one that is removed in between is missing, and one that is added has no row yet. A file that has not changed
 * since an earlier backup is a hard link to the copy there, so that many backups on one disk take little more room than one.
 */
export async function copyEvidence(
  copy: Database,
  dataDir: string,
  folder: string,
  earlier: EarlierBackup | null,
): Promise<CopiedEvidence> {
  const rows = await copy.db
    .selectFrom('evidence')
    .select(['id', 'submission_id', 'sha256'])
    .where('received_at', 'is not', null)
    .orderBy('submission_id')
    .execute();
  // Emails that came in are kept beside them.
  const emails = await copy.db.selectFrom('inbound_emails').select(['id', 'sha256']).execute();
  const kept = [...rows, ...emails.map((email) => ({ ...email, submission_id: 'inbound' }))];
  const result: CopiedEvidence = { hashes: {}, copied: [], damaged: [] };
  for (const { id, submission_id: submissionId, sha256 } of kept) {
    const original = join(evidenceFolderName, submissionId, id);
    const of = join(dataDir, evidenceFolderName, submissionId);
    const present = existsSync(of) ? readdirSync(of) : [];
    for (const name of present.filter((one) => one === id || (one.startsWith(`${id}.`) && !one.endsWith('.part'))))
      await add(join(evidenceFolderName, submissionId, name));
    const found = result.hashes[original];
    if (found === undefined || (sha256 !== null && found !== sha256)) result.damaged.push(original);
  }
  return result;

  async function add(path: string): Promise<void> {
    const [from, to] = [join(dataDir, path), join(folder, path)];
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    const use = earlier ? howToUse(earlier, path, statOf(from)) : 'not';
    if (earlier && use === 'link' && isLinked(join(earlier.folder, path), to)) {
      result.hashes[path] = earlier.manifest.files[path] ?? '';
      return;
    }
    if (!isCopied(from, to)) return;
    result.copied.push(path);
    result.hashes[path] = await hashOf(to);
    // A copy that went bad is bad in every backup that links it.
    if (earlier && use === 'check' && (await hashOf(join(earlier.folder, path))) !== earlier.manifest.files[path])
      result.damaged.push(join(basename(earlier.folder), path));
  }
}

/** A complete backup whose files may be linked; null where there is none, or it cannot be read. */
export function readEarlier(folder: string | null): EarlierBackup | null {
  const manifest = folder === null ? null : manifestAt(join(folder, manifestName));
  return folder === null || manifest === null ? null : { folder, manifest };
}

/**
 * What an earlier copy is good for. `link`: neither it nor the file was written to since its backup. `check`: it is due to be read
 * again, together with a new copy.
 */
function howToUse({ folder, manifest }: EarlierBackup, path: string, source: Stats | null): 'link' | 'check' | 'not' {
  const kept = statOf(join(folder, path));
  if (!source || !kept || manifest.files[path] === undefined || kept.size !== source.size) return 'not';
  const madeAt = Date.parse(manifest.madeAt);
  if (source.mtimeMs > madeAt || kept.mtimeMs > madeAt) return 'not';
  const spread = createHash('sha256').update(path).digest().readUInt32BE() % linkedForDays.spread;
  return Date.now() - kept.mtimeMs < (linkedForDays.least + spread) * day ? 'link' : 'check';
}

function statOf(path: string): Stats | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? stats : null;
}

/** Returns false where there can be no link: on another disk, for example. */
function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch {
    return false;
  }
}

/** Returns false where the file was removed since it was listed. A file system that can share blocks does so instead of copying. */
function isCopied(from: string, to: string): boolean {
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
