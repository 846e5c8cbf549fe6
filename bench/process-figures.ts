import { readdirSync, readFileSync } from 'node:fs';

/**
 * The seconds of processor time that a process has used so far, in its own code and in the system for it. They come from the
 * scheduler's clock, because the one that counts in hundredths of a second overlooks a server that works for microseconds at a time.
 */
export function cpuSeconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'));
  return threads.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0) / 1e9;
}

/** The memory of a process now, and its peak. */
export function memoryMb(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => Number(status.match(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm'))?.[1]) / 1024;
  return { now: read('VmRSS'), peak: read('VmHWM') };
}
