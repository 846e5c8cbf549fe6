import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The trace that a backup leaves beside the store, for whoever asks whether there are any. */
export type LastBackup = { madeAt: string; by: string };

export const lastBackupName = 'last-backup.json';

export function noteBackup(dataDir: string, note: LastBackup): void {
  const path = join(dataDir, lastBackupName);
  writeFileSync(`${path}.part`, `${JSON.stringify(note)}\n`, { mode: 0o600 });
  renameSync(`${path}.part`, path);
}

/** Null where none was noted, or the note cannot be read. */
export function readLastBackup(dataDir: string): LastBackup | null {
  const path = join(dataDir, lastBackupName);
  if (!existsSync(path)) return null;
  try {
    const { madeAt, by } = JSON.parse(readFileSync(path, 'utf8'));
    return Number.isNaN(Date.parse(madeAt)) ? null : { madeAt, by: String(by) };
  } catch {
    return null;
  }
}
