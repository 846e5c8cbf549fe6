import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';

/**
 * Whether the file is as the last process left it that served from it and closed it in order. Otherwise (killed, restored, copied,
 * edited) it deserves a look at all its pages, which takes a second for each gigabyte. Answers once: from now on it is in use.
 */
export function takeCleanEnd(path: string): boolean {
  if (!existsSync(noteOf(path))) return false;
  const noted = readFileSync(noteOf(path), 'utf8');
  rmSync(noteOf(path));
  return existsSync(path) && noted === stateOf(path);
}

export function noteCleanEnd(path: string): void {
  try {
    writeFileSync(noteOf(path), stateOf(path));
  } catch {
    // A full disk, or a folder that is gone: the next start looks at the file.
  }
}

const noteOf = (path: string) => `${path}-clean`;

function stateOf(path: string): string {
  const { size, mtimeNs } = statSync(path, { bigint: true });
  return `${size} bytes, changed at ${mtimeNs} ns`;
}
