import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { readMarkdown } from './front-matter.ts';

/** Whether a file is there and has an end: an editor that writes in steps empties it first, or removes it, or has written half of it. */
export function isWhole(path: string): boolean {
  try {
    const source = readFileSync(path, 'utf8');
    if (path.endsWith('.md')) readMarkdown(path, source);
    return source.trim() !== '' && (!path.endsWith('.ts') || parseSync(path, source).errors.length === 0);
  } catch (error) {
    // A folder has nothing to wait for.
    return (error as { code?: string }).code === 'EISDIR';
  }
}
