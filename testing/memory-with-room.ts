import { existsSync, statfsSync } from 'node:fs';

const memory = '/dev/shm';

/** The folder for files in memory, where the machine has one with so many bytes free; otherwise null. */
export function memoryWithRoom(bytes: number): string | null {
  if (!existsSync(memory)) return null;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > bytes ? memory : null;
}
