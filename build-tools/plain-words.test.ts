// Protects: comments, documents and messages say things in the words that any engineer would use.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What visitors read has its own rules, in content/; this file names what it refuses. */
const folders = [
  '.',
  'app',
  'bench',
  'bin',
  'build-tools',
  'content-rules',
  'deploy',
  'docs',
  'e2e',
  'forms',
  'server',
  'testing',
];
const isRead = (file: string) =>
  /\.(md|ts|tsx|mjs|cjs|css|yml|example)$|Dockerfile$/.test(file) && !/plain-words\.test\.ts$|^testing\/rebranded\//.test(file);

/** Phrases that are never right, and what says the same. */
const refused: [RegExp, string][] = [
  [/\bmend(s|ed|ing)?\b/i, 'fix, correct, repair'],
  [/\bstands? here\b/i, 'is listed here'],
  [/\bwhich there (was|were)\b/i, 'as before'],
  [/\bto do without\b/i, 'alternative'],
  [/\bbelongs? into\b/i, 'belongs in'],
  // A quotation of what the site says is not ours to word.
  [/(?<!“)\bwhoever\b/i, 'anyone who, the one who'],
  [/\bpast (its|their) time\b/i, 'past its retention period, expired'],
  [/\bbounded transaction\b/i, 'transaction with a time limit'],
];

const files = folders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: folder !== '.', encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter(isRead);

/** Each phrase with the line that has it; a phrase may go over the end of a line of a comment. */
function found(text: string): string[] {
  const joined = text.replaceAll(/\n\s*(\*|\/\/|#)?\s*/g, ' ');
  return refused.flatMap(([pattern, instead]) => {
    const match = pattern.exec(joined);
    return match ? [`“${match[0]}”: ${instead}`] : [];
  });
}

test('no comment, document or message has a phrase that is never right', () => {
  expect(files.length).toBeGreaterThan(900);
  const all = files.flatMap((file) => found(readFileSync(join(root, file), 'utf8')).map((one) => `${file}: ${one}`));
  expect(all).toEqual([]);
});

test('screens, messages and e-mails write “email”, as the notices of the forms do', () => {
  // Neither is read by people: what a key is derived for, and the name of an event in the log.
  const spelling = /e-mail(?! details'| to sender')/i;
  const isComment = /^\s*(?:\/\/|\/?\*|\{\/\*)/;
  const lines = files
    .filter((file) => /^(?:app|server|forms|bin)\/.*(?<!\.test)\.tsx?$/.test(file))
    .flatMap((file) => readFileSync(join(root, file), 'utf8').split('\n'))
    .filter((line) => !isComment.test(line) && spelling.test(line.split(' // ')[0] ?? ''));
  expect(lines).toEqual([]);
});

test('a phrase is found over the end of a line too', () => {
  expect(found('/**\n * What is past its\n * time goes first.\n */')).toEqual([
    '“past its time”: past its retention period, expired',
  ]);
  expect(found('It recommends an amendment.')).toEqual([]);
});
