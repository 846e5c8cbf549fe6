import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingError } from '#server/env.ts';

/** The file that marks a folder as one that an export has made. */
const mark = '.kerbside-export';

/** How many releases are kept: the current one, and those that a server which was not reloaded may still serve. */
const keptReleases = 3;

export function refuseOtherFolder(folder: string): void {
  if (!existsSync(folder) || existsSync(join(folder, mark)) || readdirSync(folder).length === 0) return;
  throw new SettingError(`${folder} holds something else than an export: give a folder that is empty or not there yet.`);
}

/**
 * Writes a release into a folder of its own, and makes `current` point to it once it is complete. The configuration of servers names
 * the folder of the release, so that a server which was not reloaded goes on with the release before.
 */
export async function publishRelease(folder: string, write: (fresh: string, name: string) => Promise<void>): Promise<string> {
  const releases = join(folder, 'releases');
  mkdirSync(releases, { recursive: true });
  writeFileSync(join(folder, mark), 'Made by npm run export, which adds releases here and removes them.\n');
  const before = readdirSync(releases).sort();
  // Folders of exports that were interrupted are removed.
  for (const name of before.filter((name) => name.startsWith('.'))) rmSync(join(releases, name), { recursive: true });
  const name = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const fresh = join(releases, `.${name}`);
  mkdirSync(fresh);
  await write(fresh, name);
  renameSync(fresh, join(releases, name));
  symlinkSync(join('releases', name), join(folder, `.${name}`));
  renameSync(join(folder, `.${name}`), join(folder, 'current'));
  const old = before.filter((name) => !name.startsWith('.')).slice(0, -(keptReleases - 1));
  for (const name of old) rmSync(join(releases, name), { recursive: true });
  return join(releases, name);
}
