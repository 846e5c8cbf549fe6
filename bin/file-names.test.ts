// Protects: a file of code is found by its name.
import { readdirSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['app', 'bench', 'bin', 'content', 'e2e', 'forms', 'server', 'testing'];

test('a file of code has a name of its own, which only styles and tests beside it share', () => {
  const files = folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    // What takes the place of a file of content/ has its name.
    .filter((file) => /\.(ts|tsx|mjs|cjs|css)$/.test(file) && !file.startsWith(join('testing', 'rebranded')));
  expect(files.length).toBeGreaterThan(400);
  const byName = Map.groupBy(files, (file) => basename(file, extname(file)));
  const shared = [...byName.values()].filter((namesakes) => new Set(namesakes.map(dirname)).size > 1);
  expect(shared).toEqual([]);
});
