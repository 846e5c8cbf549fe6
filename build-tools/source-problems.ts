import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathOf } from './content-files.ts';
import { openCommentIn } from './mistyped-code.ts';

/** How documents begin: RTF, ZIP (docx, odt, pages), the former Word, and text in UTF-16. */
const documents = ['{\\rtf', 'PK\x03\x04', '\xd0\xcf\x11\xe0', '\xff\xfe', '\xfe\xff'];

/** What is wrong with files of the content as texts, although it may be read: what a comment swallows would be told as missing, field by field. */
export function sourceProblems(root: string): string[] {
  const folder = pathOf(root, 'content');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  return names.filter((name) => /(?<!\.test)\.(?:ts|css|md)$/.test(name)).flatMap((name) => problemOf(folder, name) ?? []);
}

function problemOf(folder: string, name: string): string | null {
  const bytes = readFileSync(join(folder, name));
  const beginning = bytes.subarray(0, 5).toString('latin1');
  if (documents.some((one) => beginning.startsWith(one)))
    return `content/${name}: is no plain text: save it from a text editor, in UTF-8.`;
  const source = bytes.toString('utf8');
  const comment = name.endsWith('.md') ? null : openCommentIn(source);
  if (comment) return `content/${name}: ${comment}`;
  return name.endsWith('.css') ? bracesOf(name, source) : null;
}

function bracesOf(name: string, source: string): string | null {
  const [opened, closed] = ['{', '}'].map((brace) => source.replace(/\/\*[\s\S]*?\*\//g, '').split(brace).length);
  if (opened === closed) return null;
  return `content/${name}: has ${Number(opened) > Number(closed) ? 'a { that is not closed: put } where what it begins has its end' : 'a } too many: remove it'}.`;
}
