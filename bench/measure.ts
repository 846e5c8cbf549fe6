import { readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';

/** One figure: what was measured, the result, and what it was compared with in the same run. */
export type Line = { what: string; found: string; ratio?: number; budget?: string };

/** Runs a measurement in a folder that is empty before and removed afterwards. */
export type Measurement = (folder: string) => Promise<Line[]>;

export function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/** The time within which this share of them was done. */
export function percentile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(times.length * share) - 1)] ?? 0;
}

/** What the machine did besides, in the last minute: all figures depend on it. */
export function load(): string {
  return loadavg()[0]?.toFixed(1) ?? '';
}

export function printRows(rows: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(rows)) console.log(`${name.padEnd(20)} ${value}`);
}

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
