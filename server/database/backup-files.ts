import { createHash } from 'node:crypto';
import { closeSync, createReadStream, existsSync, fsyncSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotCopy, type TableSum } from './copy.ts';
import { lastBackupName } from './last-backup.ts';
import { databaseFileName } from './sqlite.ts';

/** What a backup says of itself. */
export type Manifest = { madeAt: string; tables: TableSum[]; files: Record<string, string> };

export const manifestName = 'manifest.json';

const aside = ['kerbside.lock', manifestName, lastBackupName];

/** The manifest of a complete backup whose files are what they were. */
export async function readManifest(folder: string): Promise<Manifest> {
  if (!existsSync(join(folder, manifestName)))
    throw new CannotCopy(`${folder} is not a complete backup: it has no ${manifestName}.`);
  const manifest = JSON.parse(readFileSync(join(folder, manifestName), 'utf8')) as Manifest;
  for (const [name, hash] of Object.entries(manifest.files))
    if (!existsSync(join(folder, name)) || (await hashOf(join(folder, name))) !== hash)
      throw new CannotCopy(`The backup is damaged: ${name} is not what it was. Nothing was changed.`);
  return manifest;
}

/** The database's own files, the lock, notes about backups, and what is still being written. */
export function isAside(name: string): boolean {
  return name.startsWith(databaseFileName) || aside.includes(name) || name.endsWith('.part');
}

/** What lies beside a database: generated secrets. */
export function secretsIn(dataDir: string): string[] {
  if (!existsSync(dataDir)) return [];
  const files = readdirSync(dataDir, { withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ name }) => name).filter((name) => !isAside(name));
}

export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** To the disk, for a file or a folder. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r');
  fsyncSync(file);
  closeSync(file);
}
