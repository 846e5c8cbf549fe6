import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Recipe } from './recipes.ts';

/** Follows a recipe in a copy of the project; returns the files that it took. */
export function follow({ edits }: Recipe, folder: string): string[] {
  for (const edit of edits) {
    const path = join(folder, edit.file);
    if ('text' in edit) {
      if (existsSync(path)) throw new Error(`${edit.file} exists already.`);
      writeFileSync(path, edit.text(edit.copyOf ? readFileSync(join(folder, edit.copyOf), 'utf8') : ''));
      continue;
    }
    const place = 'before' in edit ? edit.before : edit.after;
    const source = readFileSync(path, 'utf8');
    if (source.split(place).length !== 2) throw new Error(`${edit.file} does not have this once: ${place}`);
    writeFileSync(
      path,
      source.replace(place, () => ('before' in edit ? edit.add + place : place + edit.add)),
    );
  }
  return [...new Set(edits.map(({ file }) => file))];
}
