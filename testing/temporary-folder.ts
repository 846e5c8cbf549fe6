import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { memoryWithRoom } from './memory-with-room.ts';
import { removeFolder } from './remove-folder.ts';

/** A folder for one test, which is removed when the test is over. */
export function temporaryFolder(at = tmpdir()): string {
  const folder = mkdtempSync(join(at, 'kerbside-'));
  onTestFinished(() => removeFolder(folder));
  return folder;
}

/** The same in memory, where the machine has enough of it for files, also where it has not enough for a whole run. */
export function memoryFolder(): string {
  return temporaryFolder(memoryWithRoom(512 * 1024 ** 2) ?? undefined);
}
