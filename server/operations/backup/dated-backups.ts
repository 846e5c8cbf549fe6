import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { day } from '#forms/durations.ts';
import { manifestName } from './backup-manifest.ts';

/**
 * How many daily and weekly backups to keep. Of each day and week with a backup the newest counts; all of the day before the newest are kept
 * besides, because somebody may have made one by hand before a change.
 */
export type Keep = { daily: number; weekly: number };

/** The folder of a backup made now, in UTC: kerbside-2026-11-20T22-05-00Z. */
export function datedName(at: number): string {
  return `kerbside-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

/** The folder of the newest complete backup among the dated ones of a folder; null where there is none. */
export function newestBackup(folder: string): string | null {
  const newest = datedIn(folder).find(({ name }) => existsSync(join(folder, name, manifestName)));
  return newest ? join(folder, newest.name) : null;
}

/**
 * Removes the dated backups of a folder that are not kept, and what is left of those that were never completed; returns their names.
 * Files with other names are not touched. The newest is always kept.
 */
export function pruneBackups(folder: string, { daily, weekly }: Keep): string[] {
  const dated = datedIn(folder);
  const complete = dated.filter(({ name }) => existsSync(join(folder, name, manifestName)));
  const newest = complete[0];
  if (!newest) return [];
  const kept = new Set([
    ...complete.filter(({ at }) => at > newest.at - day),
    ...newestOfEach(complete, dayOf).slice(0, daily),
    ...newestOfEach(complete, weekOf).slice(0, weekly),
  ]);
  // A backup without a manifest may still be in progress, unless it is a day older than a complete one.
  const removed = dated.filter((backup) => !kept.has(backup) && (complete.includes(backup) || backup.at < newest.at - day));
  for (const { name } of removed) {
    // The manifest goes first, so that a backup that is only half removed does not count as one.
    rmSync(join(folder, name, manifestName), { force: true });
    rmSync(join(folder, name), { recursive: true });
  }
  return removed.map(({ name }) => name);
}

type Dated = { name: string; at: number };

/** The dated backups of a folder, the newest first. */
function datedIn(folder: string): Dated[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => ({ name, at: timeOf(name) }))
    .filter((backup): backup is Dated => backup.at !== null)
    .toSorted((a, b) => b.at - a.at);
}

function timeOf(name: string): number | null {
  const [, date, hours, minutes, seconds] = /^kerbside-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/.exec(name) ?? [];
  const at = Date.parse(`${date}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(at) ? null : at;
}

function newestOfEach(newestFirst: Dated[], periodOf: (at: number) => number): Dated[] {
  return [...new Map(newestFirst.toReversed().map((backup) => [periodOf(backup.at), backup])).values()].toReversed();
}

function dayOf(at: number): number {
  return Math.floor(at / day);
}

/** The number of the week, which begins on Monday. 1 January 1970 was a Thursday. */
function weekOf(at: number): number {
  return Math.floor((dayOf(at) + 3) / 7);
}
