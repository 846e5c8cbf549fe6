import { rm } from 'node:fs/promises';

/** What wrote there may still be ending, as the other processes of a browser that was killed. */
export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
}
