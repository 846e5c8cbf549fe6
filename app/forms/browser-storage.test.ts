// Protects: a browser that refuses storage breaks no page.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** The browser journeys refuse storage on one page of each kind; these tests hold for all others. */
const root = new URL('../..', import.meta.url).pathname;
const sources = ['app', 'content', 'forms'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => ({ path: join(folder, path), text: readFileSync(join(root, folder, path), 'utf8') })),
);

test('only the modules that expect a refusal touch the storage of the browser', () => {
  const touching = /(?<!['"])\b(local|session)Storage\b(?!['"])|\b(window|globalThis|self)\[/;
  expect(sources.length).toBeGreaterThan(100);
  expect(
    sources
      .filter(({ text }) => touching.test(text))
      .map(({ path }) => path)
      .sort(),
  ).toEqual(['app/desk/note-draft.ts', 'app/document/keep-typed.ts', 'app/forms/browser-storage.ts']);
});
