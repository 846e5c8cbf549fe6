// Protects: a mistake in what a file of markdown says of itself is told by its line, with what to write instead.
import { expect, test } from 'vitest';
import { exampleService } from '#testing/fixtures/example-content.ts';
import { readMarkdown } from './front-matter.ts';

const mistakes: [string, string, string, string][] = [
  [
    'a colon',
    'title: Towing',
    'title: Storage: 24/7',
    'line 2 (title: Storage: 24/7) has a colon in its text, which must be in quotes then: write title: "Storage: 24/7".',
  ],
  ['a colon between curly quotes', 'title: Towing', 'title: “Storage: 24/7”', 'write title: "Storage: 24/7".'],
  ['a colon beside quotes', 'title: Towing', `title: Say "yes": it's fair`, `write title: 'Say "yes": it''s fair'.`],
  [
    'a tab',
    '  - One call',
    '\t- One call',
    'line 11 (- One call) begins with a tab: put spaces in its place, two for an entry of a list.',
  ],
  [
    'an entry further right',
    '  - A truck',
    '   - A truck',
    'line 12 (- A truck that fits) begins further right than the entry before it: begin both below each other.',
  ],
  [
    'an entry further left',
    '  - A truck',
    ' - A truck',
    'line 12 (- A truck that fits) begins further left than the entry before it: begin both below each other.',
  ],
  ['no space after a hyphen', '  - One call', '  -One call', 'line 11 (-One call) needs a space after its hyphen:   - One call.'],
  ['a list without a name', 'features:\n', '', 'line 10 (- One call) is an entry of a list, and the field above it has a text'],
  [
    'no space after a colon',
    'title: Towing',
    'title:Towing',
    'line 2 (title:Towing) needs a space after its colon: title: Towing.',
  ],
  [
    'no colon',
    'title: Towing',
    'title Towing',
    'line 2 (title Towing) needs a colon after the name of its field: title: Towing.',
  ],
  [
    'an apostrophe in single quotes',
    'title: Towing',
    "title: 'We're here'",
    `line 2 (title: 'We're here') has ' inside a text that begins with it: write title: "We're here".`,
  ],
  [
    'one quotation mark',
    'title: Towing',
    'title: "Towing',
    'line 2 (title: "Towing) begins a text with " and does not end it: write title: "Towing".',
  ],
  ['a word in quotes', 'title: Towing', 'title: "Towing" now', `write title: '"Towing" now'.`],
  [
    'a star',
    'title: Towing',
    'title: *Best* towing',
    'line 2 (title: *Best* towing) begins its text with *, and must be in quotes then: write title: "*Best* towing".',
  ],
  [
    'a field twice',
    'order: 90',
    'order: 90\ntitle: Again',
    'line 6 (title: Again) gives title again, which line 2 has given: remove one of them.',
  ],
  [
    'a field further right',
    'order: 90',
    ' order: 90',
    'line 5 (order: 90) begins with a space: begin it as far left as the field above it.',
  ],
  ['no first line of hyphens', '---\ntitle', 'title', 'line 1 must be three hyphens, ---, and nothing else'],
  ['a dash for them', '---\ntitle', '—\ntitle', 'line 1 must be three hyphens, ---, and nothing else'],
  [
    'no second line of hyphens',
    'false\n---',
    'false',
    'before line 16, the first heading, a line of three hyphens, ---, is missing',
  ],
];

test.each(mistakes)('%s', (_, right, wrong, sentence) => {
  const read = () =>
    readMarkdown(
      'content/services/towing.md',
      exampleService.replace(right, () => wrong),
    );
  expect(read).toThrow(`content/services/towing.md: `);
  expect(read).toThrow(sentence);
  expect(read).toThrow(/^[^\n]+\.$/);
});

test.each([
  [
    'a mark at the beginning of the file and the ends of lines of Windows',
    (source: string) => `\ufeff${source.replaceAll('\n', '\r\n')}`,
  ],
  [
    'comments',
    (source: string) =>
      source.replace('title:', '# For the office\n\n# and others\ntitle:').replace('\n---\n', '\n# The end\n---\n'),
  ],
  ['spaces behind the hyphens', (source: string) => source.replaceAll('---\n', '---  \n')],
  [
    'a text over several lines, with a hyphen',
    (source: string) => source.replace('Towing', 'Towing\n  - and\n').replace('title: ', 'title: >\n  '),
  ],
])('%s are no mistake', (_, change) => {
  const { frontMatter, body } = readMarkdown('content/services/towing.md', change(exampleService));
  expect(frontMatter).toMatchObject({ order: 90, features: ['One call', 'A truck that fits', 'A price before it comes'] });
  expect(body).toMatch(/^\s*## How it works/);
});
