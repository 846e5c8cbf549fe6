import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { authSecretFileName, createPrivateFolder } from '#server/core/database/data-dir.ts';
import { giveToOwnerOf } from '#server/core/database/ownership.ts';

/** The secret that signs sessions: the setting, or one that is generated once and kept beside the data, readable by this user alone. */
export function readSecret(setting: string | null, dataDir: string): string {
  if (setting) return setting;
  createPrivateFolder(dataDir);
  const path = join(dataDir, authSecretFileName);
  try {
    // `wx` fails where the file exists, so two processes that start at the same time use the same secret.
    writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
    giveToOwnerOf(dataDir, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8').trim();
}
