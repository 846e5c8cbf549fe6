import { statSync } from 'node:fs';
import { temporaryFolder } from './temporary-folder.ts';

/** The time as file systems have it, which is not that of a test whose clock is put forward. */
export function machineTime(): number {
  return Math.ceil(statSync(temporaryFolder()).mtimeMs);
}
