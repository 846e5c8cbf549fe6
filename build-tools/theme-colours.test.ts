// Protects: the owner's colours are taken, and an invalid one is named.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { gatherContent } from './gather-content.mjs';
import { colourProblems, readThemeColours } from './theme-colours.ts';

const content = join(import.meta.dirname, '../content');

test('colours of the owner’s are taken by day, and by night those that stay', () => {
  const root = projectWith((css) => css.replace(/--route: #\w+/, '--route: #112233'));
  expect(colourProblems(root)).toEqual([]);
  expect(readThemeColours('light', root)('route')).toBe('#112233');
  expect(readThemeColours('dark', root)('paper')).toBe(
    readThemeColours(
      'dark',
      projectWith((css) => css),
    )('paper'),
  );
  expect(readThemeColours('dark', root)('paper')).not.toBe(readThemeColours('light', root)('paper'));
});

test.each([
  ['a colour left out', /--route: .*\n/, '', 'content/colours.css: --route is missing.'],
  ['a mistyped name', '--sky:', '--skye:', 'content/colours.css: --skye is no colour that anything has.'],
  ['another way of writing it', /--sky: .*;/, '--sky: rebeccapurple;', 'content/colours.css: --sky must be written as #rrggbb.'],
])('%s is told by file and name', (_, words, others, problem) => {
  expect(colourProblems(projectWith((css) => css.replace(words, others)))).toContain(problem);
});

test('a colour by night that is none by day is told', () => {
  const root = projectWith((css) => css, ':root {\n  --skye: #112233;\n}\n');
  expect(colourProblems(root)).toEqual(['content/colours-by-night.css: --skye is no colour that anything has.']);
});

function projectWith(change: (css: string) => string, byNight?: string): string {
  const root = temporaryFolder();
  cpSync(content, join(root, 'content'), { recursive: true });
  mkdirSync(join(root, 'own'));
  writeFileSync(join(root, 'own/colours.css'), change(readFileSync(join(content, 'colours.css'), 'utf8')));
  if (byNight) writeFileSync(join(root, 'own/colours-by-night.css'), byNight);
  gatherContent(root);
  return root;
}
