import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { minute } from '#forms/durations.ts';

/** Longer than all that ffmpeg may take for one film. */
export const filmLeaseMs = 25 * minute;

/** The folders that this process works in, which its cleanup leaves alone also where the clock was put forward. */
const inUse = new Set<string>();

/** Gives a folder to work on a film in, and removes it. */
export async function inFilmFolder<T>(workFolder: string, use: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(workFolder, 'film-'));
  inUse.add(folder);
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
    inUse.delete(folder);
  }
}

/** Removes what a process that was killed left behind: the film may be erased by now. Other processes may use the folder too. */
export async function removeFilmWork(workFolder: string, now: number): Promise<void> {
  for (const name of await readdir(workFolder).catch(() => [])) {
    const folder = join(workFolder, name);
    const left = inUse.has(folder) ? null : await stat(folder).catch(() => null);
    if (left && left.mtimeMs < now - filmLeaseMs) await rm(folder, { recursive: true, force: true });
  }
}
