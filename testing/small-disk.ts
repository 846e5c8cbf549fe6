import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = ReturnType<typeof makeSmallDisk>;

/**
 * A real file system of a given size, which takes no more on this machine's disk than is written to it. It is mounted only for
 * processes that `within` starts, so that nothing is left mounted once they have ended, however they end.
 */
export function makeSmallDisk(folder: string, megabytes: number) {
  const [image, dataDir] = [join(folder, 'image'), join(folder, 'mounted')];
  mkdirSync(dataDir);
  writeFileSync(image, '');
  truncateSync(image, megabytes * 1024 ** 2);
  execFileSync('mkfs.ext4', ['-q', '-m', '0', image], { stdio: 'pipe' });
  const script = 'mount -o loop "$1" "$2" && shift 2 && exec "$@"';
  const within = ['unshare', '--mount', 'sh', '-c', script, 'sh', image, dataDir];
  const run = (...command: string[]) => execFileSync('unshare', [...within.slice(1), ...command], { stdio: 'pipe' });
  return {
    dataDir,
    within,
    run,
    /** The same folder as this process sees it while that one runs. */
    seenThrough: (pid: number | undefined) => `/proc/${pid}/root${dataDir}`,
    /** Copies all of it, while no process uses it. */
    copyTo: (other: string) => run('cp', '--archive', `${dataDir}/.`, other),
  };
}

/** Whether this machine lets us mount a file system; prints it where it does not. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'kerbside-'));
  try {
    makeSmallDisk(folder, 8).run('true');
    return true;
  } catch {
    console.warn('No file system can be mounted on this machine: tests of a full disk are skipped.');
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Fills the disk with this file, as another program may do. */
export function fillDisk(folder: string, name: string): void {
  const file = join(folder, name);
  const { bavail, bsize } = statfsSync(folder);
  // What is taken at once is less than all of it: the file system keeps lists of it, and somebody else may write meanwhile.
  const most = bavail * bsize - 8 * 1024 ** 2;
  if (most > 0) execFileSync('fallocate', ['--length', String(most), file]);
  try {
    for (;;) appendFileSync(file, Buffer.alloc(bsize));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
