import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** What a rename fails with where something is there already, or where somebody has a file open on Windows, such as a virus scanner. */
const passing = ['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES', 'EBUSY'];

const attempts = 50;

/**
 * Puts the folder `fresh` in the place of `folder`, which is removed; both are on one file system. No system renames over a folder with
 * files, so that there is none for a moment. Where it fails `folder` is as before. It may run twice at once: one of the two stays.
 */
export async function replaceFolder(folder: string, fresh: string): Promise<void> {
  const replaced: string[] = [];
  for (let attempt = 1; ; attempt += 1)
    try {
      const before = `${fresh}-before-${attempt}`;
      if (existsSync(folder) && moveAway(folder, before)) replaced.push(before);
      renameSync(fresh, folder);
      replaced.forEach(removeIfPossible);
      return;
    } catch (error) {
      const last = replaced.at(-1);
      if (last && !existsSync(folder)) {
        renameSync(last, folder);
        replaced.pop();
      }
      const { code = '' } = error as NodeJS.ErrnoException;
      // The other of two has moved it away meanwhile.
      const isTaken = code === 'ENOENT' && existsSync(fresh);
      if (attempt === attempts || !(isTaken || passing.includes(code))) throw error;
      await pause(100);
    }
}

/**
 * Puts back what a `replaceFolder` that was killed had moved away, where nothing is in its place. The names of what it was to be replaced
 * with begin with `prefix`.
 */
export function restoreFolder(folder: string, prefix: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  const before = readdirSync(parent).filter((name) => name.startsWith(prefix) && /-before-\d+$/.test(name));
  const madeAt = (name: string) => statSync(join(parent, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const [newest] = before.toSorted((a, b) => madeAt(b) - madeAt(a));
  if (newest === undefined) return;
  try {
    renameSync(join(parent, newest), folder);
  } catch (error) {
    // Otherwise another process is replacing the folder at this moment.
    if (existsSync(join(parent, newest)) && !existsSync(folder)) throw error;
  }
}

/** False where it could only be removed: in a container a folder that is part of the image cannot be renamed (overlayfs). */
function moveAway(folder: string, to: string): boolean {
  try {
    renameSync(folder, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    rmSync(folder, { recursive: true, force: true });
    return false;
  }
}

/** What is in use on Windows stays until later. */
export function removeIfPossible(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {}
}
