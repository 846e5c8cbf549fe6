import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { aoife } from '#testing/fixtures/people.ts';
import { openTwoRows } from './two-rows.ts';

const forMs = 1_000;
const pageBytes = 4_096;

/** How many times a second a page can be appended to a file and be on the disk. */
export function syncsPerSecond(folder: string): number {
  const file = openSync(join(folder, 'synced'), 'a');
  const page = Buffer.alloc(pageBytes, 1);
  const count = countFor(() => {
    writeSync(file, page);
    fdatasyncSync(file);
  });
  closeSync(file);
  return count;
}

/** How many times a second the driver alone can commit two rows. */
export function insertsPerSecond(folder: string): number {
  const add = openTwoRows(join(folder, 'loop.sqlite'));
  const data = JSON.stringify(aoife);
  return countFor(() => add(data));
}

function countFor(act: () => unknown): number {
  const began = performance.now();
  let count = 0;
  for (; performance.now() - began < forMs; count += 1) act();
  return (count / (performance.now() - began)) * 1_000;
}
