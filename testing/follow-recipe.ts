import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What a recipe of CONTRIBUTING.md writes into which file. A file that exists already is changed before or after the words that it
 * names; any other is new.
 */
export type Recipe = {
  /** The headings in CONTRIBUTING.md. */
  headings: string[];
  /** The most files that it may take. */
  atMost: number;
  edits: Edit[];
};

type Edit =
  | { file: string; before: string; add: string }
  | { file: string; after: string; add: string }
  | { file: string; copyOf?: string; text: (source: string) => string };

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
