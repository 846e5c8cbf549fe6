// Protects: the right backups are kept and removed.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { day, hour } from '#forms/durations.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { datedName, pruneBackups } from './dated-backups.ts';

/** The last backup is from a Sunday. */
const last = Date.parse('2026-11-22T01:30:00Z');

function folderOf(times: number[], { incomplete = [] as number[] } = {}): string {
  const folder = temporaryFolder();
  for (const at of [...times, ...incomplete]) {
    mkdirSync(join(folder, datedName(at), 'evidence'), { recursive: true });
    if (!incomplete.includes(at)) writeFileSync(join(folder, datedName(at), 'manifest.json'), '{}');
  }
  return folder;
}

const daysIn = (folder: string) => readdirSync(folder).map((name) => name.slice(9, 19));

test('the newest backup of each of the last days and weeks is kept', () => {
  const folder = folderOf(Array.from({ length: 40 }, (_, index) => last - index * day));
  const removed = pruneBackups(folder, { daily: 3, weekly: 4 });
  expect(daysIn(folder)).toEqual(['2026-11-01', '2026-11-08', '2026-11-15', '2026-11-20', '2026-11-21', '2026-11-22']);
  expect(removed).toHaveLength(34);
  expect(pruneBackups(folder, { daily: 3, weekly: 4 })).toEqual([]);
});

test('of several backups in an earlier day the newest is kept, and days without one count for nothing', () => {
  const folder = folderOf([last, last - 90 * day, last - 90 * day - hour, last - 91 * day, last - 200 * day]);
  pruneBackups(folder, { daily: 2, weekly: 0 });
  expect(readdirSync(folder)).toEqual([datedName(last - 90 * day), datedName(last)]);
});

test('a second backup within a day does not remove the first', () => {
  const folder = folderOf([last, last + hour, last + 23 * hour, last - hour]);
  expect(pruneBackups(folder, { daily: 1, weekly: 0 })).toEqual([datedName(last - hour)]);
  expect(readdirSync(folder)).toEqual([datedName(last), datedName(last + hour), datedName(last + 23 * hour)]);
});

test('what was never completed is no backup, and is removed once a later one is complete for a day', () => {
  const folder = folderOf([last - 3 * day], { incomplete: [last - 5 * day, last - 3 * day - hour, last] });
  expect(pruneBackups(folder, { daily: 1, weekly: 0 })).toEqual([datedName(last - 5 * day)]);
  expect(pruneBackups(folderOf([], { incomplete: [last - 50 * day] }), { daily: 1, weekly: 1 })).toEqual([]);
});

test('whatever has another name stays', () => {
  const folder = folderOf([last, last - day]);
  mkdirSync(join(folder, 'kerbside-before-the-upgrade'));
  mkdirSync(join(folder, 'kerbside-2020-99-99T00-00-00Z'));
  writeFileSync(join(folder, 'kerbside-2020-01-01T00-00-00Z'), 'a file');
  expect(pruneBackups(folder, { daily: 1, weekly: 0 })).toEqual([datedName(last - day)]);
  expect(readdirSync(folder)).toHaveLength(4);
});
