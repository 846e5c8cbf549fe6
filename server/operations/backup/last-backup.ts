import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPrivateFolder } from '#server/core/database/data-dir.ts';
import { giveToOwnerOf } from '#server/core/database/ownership.ts';

const fileName = 'last-backup.json';

/** Recorded beside the store by each backup, for the launch check, the metrics and the alarm. `madeAt`: ISO 8601. */
type LastBackup = { madeAt: string; by: string };

export function recordBackup(dataDir: string, note: LastBackup): void {
  // With PostgreSQL there may be no data folder yet.
  createPrivateFolder(dataDir);
  const path = join(dataDir, fileName);
  writeFileSync(`${path}.part`, `${JSON.stringify(note)}\n`, { mode: 0o600 });
  giveToOwnerOf(dataDir, `${path}.part`);
  renameSync(`${path}.part`, path);
}

/** The last backup; null where none was recorded, or the record cannot be read. */
export function readLastBackup(dataDir: string): LastBackup | null {
  const path = join(dataDir, fileName);
  if (!existsSync(path)) return null;
  try {
    const { madeAt, by } = JSON.parse(readFileSync(path, 'utf8'));
    return Number.isNaN(Date.parse(madeAt)) ? null : { madeAt, by: String(by) };
  } catch {
    return null;
  }
}
