import {
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { lockFile } from '#server/core/database/data-dir.ts';
import { SettingError } from '#server/core/settings/env.ts';

/** The file that marks a folder as one that an export has made. */
const mark = '.kerbside-export';

const lockName = '.lock';

/** How many releases are kept: the current one, and those that a server which was not reloaded may still serve. */
const keptReleases = 3;

/** How long an export waits for another one. */
const lockTimeoutMs = 60_000;

/**
 * Takes a folder for this export, until the end of the process. Several instances export at the same time, and each would remove what
 * another one has begun. The last one to read what is published is the last one to write it.
 */
export function takeFolder(folder: string): void {
  if (existsSync(folder) && !existsSync(join(folder, mark)) && readdirSync(folder).some((name) => !name.startsWith(lockName)))
    throw new SettingError(`${folder} holds something else than an export: give a folder that is empty or not there yet.`);
  mkdirSync(folder, { recursive: true });
  // Before anything else, so that an export which a full disk ended is known to be one.
  if (!existsSync(join(folder, mark)))
    writeFileSync(join(folder, mark), 'Made by npm run export, which adds releases here and removes them.\n');
  giveToOwner(folder, [mark]);
  try {
    lockFile(join(folder, lockName), lockTimeoutMs);
    giveToOwner(folder, [lockName, `${lockName}-journal`]);
  } catch (error) {
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw told(error, folder);
    throw new SettingError(
      `Another export into ${folder} has not ended for ${lockTimeoutMs / 1000} seconds: try again when it has.`,
    );
  }
}

/**
 * Writes a release into a folder of its own, and makes `current` point to it once it is complete. The configuration of servers names
 * the folder of the release, so that a server which was not reloaded goes on with the release before.
 */
export async function publishRelease(folder: string, write: (fresh: string, name: string) => Promise<void>): Promise<string> {
  const releases = join(folder, 'releases');
  mkdirSync(releases, { recursive: true });
  const before = readdirSync(releases).sort();
  // Folders of exports that were interrupted are removed.
  for (const name of before.filter((name) => name.startsWith('.'))) rmSync(join(releases, name), { recursive: true });
  const name = nameAfter(before);
  const fresh = join(releases, `.${name}`);
  mkdirSync(fresh);
  try {
    await write(fresh, name);
  } catch (error) {
    // What was written may be what fills the disk.
    rmSync(fresh, { recursive: true, force: true });
    throw told(error, folder);
  }
  renameSync(fresh, join(releases, name));
  symlinkSync(join('releases', name), join(folder, `.${name}`));
  renameSync(join(folder, `.${name}`), join(folder, 'current'));
  const old = before.filter((name) => !name.startsWith('.')).slice(0, -(keptReleases - 1));
  for (const name of old) rmSync(join(releases, name), { recursive: true });
  const written = readdirSync(join(releases, name), { recursive: true, encoding: 'utf8' });
  giveToOwner(folder, ['current', 'releases', ...['', ...written].map((file) => join('releases', name, file))]);
  return join(releases, name);
}

/** The name of a new release: the time, or the next that no release has. */
function nameAfter(before: string[]): string {
  for (let at = Date.now(); ; at += 1) {
    const name = new Date(at).toISOString().replaceAll(/[:.]/g, '-');
    if (!before.includes(name)) return name;
  }
}

/** SQLite, which locks the folder, would say that the store has no room. */
function told(error: unknown, folder: string): unknown {
  const isFull = ['ENOSPC', 'SQLITE_FULL'].includes((error as { code?: string }).code ?? '');
  return isFull ? new SettingError(`There is no space left on the disk of ${folder}: nothing was exported.`) : error;
}

/** An upgrade exports as root, into the folder of the user of the unit, who exports the next time. */
function giveToOwner(folder: string, names: string[]): void {
  const { uid, gid } = statSync(folder);
  if (process.getuid?.() !== 0 || uid === 0) return;
  for (const name of names) if (existsSync(join(folder, name))) lchownSync(join(folder, name), uid, gid);
}
