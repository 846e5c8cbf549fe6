import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { removeFolder } from './remove-folder.ts';

/** A folder for one test, which is removed when the test is over. */
export function temporaryFolder(at = tmpdir()): string {
  const folder = mkdtempSync(join(at, 'kerbside-'));
  onTestFinished(() => removeFolder(folder));
  return folder;
}

/** The same in memory, where the machine has enough of it for files, so that nothing waits for its disk. */
export function memoryFolder(): string {
  return temporaryFolder(hasRoom('/dev/shm') ? '/dev/shm' : undefined);
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 512 * 1024 ** 2;
}
