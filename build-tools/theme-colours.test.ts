// Protects: the owner's colours are taken, and an invalid one is named.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { contrast } from './colour-contrast.ts';
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
  [
    'text that is too pale',
    /--muted: #\w+/,
    '--muted: #999999',
    'content/colours.css: --muted (#999999) on --paper (#f3f4ef) has a contrast of 2.5 to 1, and text needs 4.5 to 1. Make --muted darker, or --paper lighter.',
  ],
  [
    'a sign that is too bright for its words',
    /--route: #\w+/,
    '--route: #7fd0a8',
    'content/colours.css: --on-sign (#ffffff) on --route (#7fd0a8) has a contrast of 1.8 to 1, and text needs 4.5 to 1. Make --on-sign lighter, or --route darker.',
  ],
  [
    'words that can be read on a page, and not on what is open in a list',
    /--muted: #\w+/,
    '--muted: #636f69',
    'content/colours.css: --muted (#636f69) on --surface with 18 % of --motorway (#d1dfea) has a contrast of 3.8 to 1, and text needs 4.5 to 1. Make --muted darker, or --surface lighter.',
  ],
])('%s is told by file and name', (_, words, others, problem) => {
  expect(colourProblems(projectWith((css) => css.replace(words, others)))).toContain(problem);
});

test('a colour by night that is none by day is told', () => {
  const root = projectWith((css) => css, ':root {\n  --skye: #112233;\n}\n');
  expect(colourProblems(root)).toEqual(['content/colours-by-night.css: --skye is no colour that anything has.']);
});

test('a colour of the day that cannot be read on the dark ground is told, unless there is another by night', () => {
  const night = (more: string) =>
    `:root {\n  --paper: #0c1210;\n  --surface: #161e1a;\n  --ink: #f1f5f1;\n  --muted: #b0bcb5;\n${more}}\n`;
  const same = (css: string) => css;
  const lines = '  --field-line: #8b9890;\n  --route-line: #7fd0a8;\n  --danger: #ff9d94;\n';
  const problems = colourProblems(projectWith(same, night(lines)));
  expect(problems).toEqual([
    expect.stringMatching(/colours-by-night\.css: --link \(#004f8b\) on --surface \(#161e1a\) has a contrast of/),
  ]);
  expect(colourProblems(projectWith(same, night(`${lines}  --link: #8cc8ff;\n`)))).toEqual([]);
});

test('contrast is that of WCAG', () => {
  expect([contrast('#000000', '#ffffff'), contrast('#ffffff', '#ffffff')]).toEqual([21, 1]);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
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
