import { readdirSync, readFileSync } from 'node:fs';

/**
 * Seconds of processor time that this process has used so far, in its own code and in the system for it. By the scheduler's own
 * clock: the one that counts in hundredths of a second overlooks a server that works for microseconds at a time.
 */
export function cpuSeconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'));
  return threads.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0) / 1e9;
}

/** What it holds in memory now, and the most that it ever held. */
export function memoryMb(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => Number(status.match(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm'))?.[1]) / 1024;
  return { now: read('VmRSS'), peak: read('VmHWM') };
}
