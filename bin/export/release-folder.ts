import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingError } from '#server/env.ts';

/** Marks a folder as one that an export made. */
const mark = '.kerbside-export';

/** The one that is served, and those that a server which was not reloaded yet may serve. */
const keptReleases = 3;

export function refuseOtherFolder(folder: string): void {
  if (!existsSync(folder) || existsSync(join(folder, mark)) || readdirSync(folder).length === 0) return;
  throw new SettingError(`${folder} holds something else than an export: give a folder that is empty or not there yet.`);
}

/**
 * Writes a release into a folder of its own, and leads `current` there once it is whole. What servers are told of a release names its own
 * folder, so that one which was not reloaded goes on with the release before.
 */
export async function publishRelease(folder: string, write: (fresh: string, name: string) => Promise<void>): Promise<string> {
  const releases = join(folder, 'releases');
  mkdirSync(releases, { recursive: true });
  writeFileSync(join(folder, mark), 'Made by npm run export, which adds releases here and removes them.\n');
  const before = readdirSync(releases).sort();
  // What an export that was interrupted left behind.
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
