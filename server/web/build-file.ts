import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type StoredFile, storeText } from './stored-files.ts';

/** By which anybody can tell of which build the pages are that are served here, also where they are files. The launch check asks. */
export const buildPath = '/build.json';

/** `changes` is a digest of what owners published at /desk/site, and `builtAt` the time of the build, in ISO 8601: of one build every export has the same files. */
export const servedBuild = z.object({ build: z.string().min(1), changes: z.string(), builtAt: z.iso.datetime() });

export type ServedBuild = z.infer<typeof servedBuild>;

const idLength = 12;

/** What the pages that are rendered now are of; null where nothing is built. `folder` is the one of the whole build. */
export function buildOf(folder: string, changes: object): ServedBuild | null {
  const stamp = join(folder, '.fingerprint');
  if (!existsSync(stamp)) return null;
  const digest = createHash('sha256').update(JSON.stringify(changes)).digest('hex');
  return {
    build: readFileSync(stamp, 'utf8').slice(0, idLength),
    changes: digest.slice(0, idLength),
    builtAt: statSync(stamp).mtime.toISOString(),
  };
}

/** Whether pages that were exported into a folder are of a build, and say what owners have published. */
export function isExportOf(folder: string, served: ServedBuild | null): boolean {
  try {
    const exported = JSON.parse(readFileSync(join(folder, 'current/site', buildPath), 'utf8'));
    return exported.build === served?.build && exported.changes === served?.changes;
  } catch {
    return false;
  }
}

export function buildFile(build: ServedBuild): StoredFile {
  return storeText(JSON.stringify(build), { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache' });
}
