// Protects: what an owner mistypes in a file of data is told by its line, with what to write instead.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mistypedIn } from './mistyped-code.ts';

const source = `import type { Site } from './types.ts';

/** It's who we are: 'always' first. */
export const site: Site = {
  brand: 'Harbour Help',
  helpline: { display: '0113 496 0123', tel: '+441134960123' },
  address: ['1 Park Row', 'Leeds', 'LS1 4DY'],
  says: \`We\\'re \${always ? 'here' : \`open \${hours}\`}\`,
  social: [
    { name: 'X', href: null },
    { name: 'Y', href: null },
  ],
} as const;
`;

test.each([
  [
    'an apostrophe',
    "'Leeds'",
    "'St David's House'",
    `line 7 (address: ['1 Park Row', 'St David's House', 'LS1 4DY'],) has an apostrophe inside a text between ' and ': write "St David's House" instead.`,
  ],
  ['an apostrophe at the end of a word', "'Leeds'", "'The drivers' house'", `write "The drivers' house" instead.`],
  [
    'quotation marks inside others',
    "'Leeds'",
    '"The "best" house"',
    `has a quotation mark inside a text between " and ": write 'The "best" house' instead.`,
  ],
  [
    'curly quotation marks',
    "'Harbour Help'",
    '“Harbour Help”',
    "line 5 (brand: “Harbour Help”,) has a curly quotation mark, as word processors make them: write 'Harbour Help', with straight ones.",
  ],
  [
    'a curly one at the end',
    "'Harbour Help'",
    "'Harbour Help’",
    "line 5 (brand: 'Harbour Help’,) ends a text with a curly quotation mark, as word processors make them: write ' there.",
  ],
  [
    'a text that is not ended',
    "'Harbour Help'",
    "'Harbour Help",
    "line 5 (brand: 'Harbour Help,) has ' only at one end of a text: put one at the other end, too.",
  ],
  [
    'a text that is not begun',
    "'Harbour Help'",
    "Harbour Help'",
    "line 5 (brand: Harbour Help',) has ' only at one end of a text",
  ],
  [
    'a text without quotes',
    "'Harbour Help'",
    'Harbour Help',
    "line 5 (brand: Harbour Help,) has a text without quotes: write 'Harbour Help'.",
  ],
  ['a number of a phone without quotes', "'0113 496 0123'", '0113 496 0123', "has a text without quotes: write '0113 496 0123'."],
  ['a backtick', "'Harbour Help',", "'Harbour Help'`,", "line 5 (brand: 'Harbour Help'`,) has a backtick (`) that is not needed"],
  [
    'a backtick for a quotation mark',
    "'Harbour Help'",
    "`Harbour Help'",
    "line 5 (brand: `Harbour Help',) has a backtick (`) that is not needed",
  ],
  [
    'no comma at the end of a line',
    "'Harbour Help',",
    "'Harbour Help'",
    "line 5 (brand: 'Harbour Help') needs a comma at its end.",
  ],
  [
    'no comma after a bracket',
    "'+441134960123' },",
    "'+441134960123' }",
    "line 6 (helpline: { display: '0113 496 0123', tel: '+441134960123' }) needs a comma at its end.",
  ],
  ['no comma in a line', "'Leeds',", "'Leeds'", 'line 7'],
  ['two commas', "'Harbour Help',", "'Harbour Help',,", 'has two commas, of which one is too many.'],
  ['no colon', 'brand:', 'brand', "line 5 (brand 'Harbour Help',) needs a colon after brand."],
  [
    'no bracket at the end of a line',
    "'LS1 4DY'],",
    "'LS1 4DY',",
    "line 7 (address: ['1 Park Row', 'Leeds', 'LS1 4DY',) opens a [ that is not closed: put ] where what it begins has its end.",
  ],
  [
    'no brace at the end of a line',
    "'+441134960123' },",
    "'+441134960123',",
    "line 6 (helpline: { display: '0113 496 0123', tel: '+441134960123',) opens a { that is not closed: put }",
  ],
  [
    'no brace in a list',
    "{ name: 'X', href: null },",
    "{ name: 'X', href: null,",
    "line 10 ({ name: 'X', href: null,) opens a { that is not closed",
  ],
  ['a brace too many', "'+441134960123' },", "'+441134960123' } },", 'line 6'],
  ['no brace at the end', '} as const;', '', 'line 4 (export const site: Site = {) opens a { that is not closed'],
])('%s', (_, right, wrong, sentence) => {
  expect(source).toContain(right);
  expect(mistypedIn(source.replace(right, () => wrong))).toContain(sentence);
});

test.each([
  ['a semicolon for a comma', "'Harbour Help',", "'Harbour Help';", 'has a semicolon where a comma has to be.'],
  ['an equals sign for a colon', 'brand:', 'brand =', 'has = after brand, where a colon has to be.'],
])('%s, in the line where the parser fails', (_, right, wrong, sentence) => {
  expect(mistypedIn(source.replace(right, wrong), 5)).toContain(sentence);
});

test('what comes after the line where the parser fails is not to blame', () => {
  expect(mistypedIn(source.replace("'Leeds'", "'St David's House'"), 6)).toBeNull();
});

test('files without a mistake have none', () => {
  expect(mistypedIn(source)).toBeNull();
  const content = join(import.meta.dirname, '../content');
  const data = readdirSync(content, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /(?<!\.test)\.ts$/.test(name) && name !== 'site-changes.ts',
  );
  expect(data.flatMap((name) => mistypedIn(readFileSync(join(content, name), 'utf8')) ?? [])).toEqual([]);
});

test.each([
  ['quotes in a regular expression', "const a = b.replace(/['\"`“]/g, '');\nconst c = /[/'\\]]/;"],
  ['a text that goes on in the next line', "const a = 'one \\\ntwo', b = 'three \\\r\nfour';"],
  ['words of the language', 'const a = { b: void c, d: unique symbol, e: await f, g: delete h.i };'],
])('%s are no mistake, where another line is', (_, code) => {
  expect(mistypedIn(`${code}\nconst z = @;\n`, 9)).toBeNull();
});

test('a long file is looked through in a moment', () => {
  const question = "  {\n    question: 'What is it?',\n    answer: 'It is that.',\n  },\n";
  const started = performance.now();
  expect(mistypedIn(`export const faq = [\n${question.repeat(300)}`, 1_202)).toContain('line 1 ');
  for (const part of ['${', '`${`', '“', '/', "'a"]) mistypedIn(`\`${part.repeat(10_000)}`, 1);
  expect(performance.now() - started).toBeLessThan(5_000);
});
