import { parse } from 'yaml';
import { atLine } from './typed-line.ts';

/** What a file of markdown says of itself, between two lines of "---", and the text below. */
type MarkdownParts = { frontMatter: Record<string, unknown>; body: string };

/** Throws one sentence, with the file, the line and what to write instead. */
export function readMarkdown(file: string, source: string): MarkdownParts {
  const lines = source.replace(/^\ufeff/, '').split(/\r?\n/);
  const isRule = (line: string) => /^---\s*$/.test(line);
  if (!isRule(lines[0] ?? ''))
    throw new Error(
      `${file}: line 1 must be three hyphens, ---, and nothing else: title, description and so on follow, then another such line.`,
    );
  const end = lines.findIndex((line, index) => index > 0 && isRule(line));
  const heading = lines.findIndex((line, index) => /^#{1,6} /.test(line) && !isComment(lines, index));
  if (end < 0 || (heading >= 0 && heading < end))
    throw new Error(
      `${file}: ${heading < 0 ? '' : `before line ${heading + 1}, the first heading, `}a line of three hyphens, ---, is missing, with which title, description and so on end.`,
    );
  return { frontMatter: parseFields(file, lines.slice(1, end)), body: lines.slice(end + 1).join('\n') };
}

/** In YAML a line with # is a comment. Below it go on the fields, or they end. */
function isComment(lines: string[], index: number): boolean {
  const next = lines.slice(index + 1).find((line) => !/^\s*(?:#|$)/.test(line));
  return /^(?:[\w-]+:(?:\s|$)|\s*- |---\s*$)/.test(next ?? '');
}

/** The first of these lines is the second of the file. */
function parseFields(file: string, lines: string[]): Record<string, unknown> {
  const told = ({ index, says }: Mistake) => new Error(`${file}: ${atLine(index + 2, lines[index] ?? '', says)}`);
  // What YAML would read without a word as one long text.
  const inList = listMistake(lines);
  if (inList) throw told(inList);
  let fields: unknown;
  try {
    fields = parse(lines.join('\n'), { logLevel: 'error' }) ?? {};
  } catch (error) {
    const { linePos, message } = error as { linePos?: { line: number }[]; message: string };
    throw told(mistakeIn(lines) ?? { index: (linePos?.[0]?.line ?? 1) - 1, says: `cannot be read: ${reasonOf(message)}` });
  }
  if (typeof fields === 'object' && !Array.isArray(fields)) return fields as Record<string, unknown>;
  throw told({ index: 0, says: 'is no field: write its name, a colon, a space and its text' });
}

/** The library's own words, without where and what it shows. */
function reasonOf(message: string): string {
  return message.split('\n')[0]?.replace(/ at line \d+.*/, '') ?? message;
}

/** `says` goes on from "line 3 (title: A: b)". */
type Mistake = { index: number; says: string };

function listMistake(lines: string[]): Mistake | null {
  /** The indentation of the list; null outside of one. */
  let list: string | null = null;
  let isText = false;
  /** The text of the field is below its name. */
  let isBlock = false;
  for (const [index, line] of lines.entries()) {
    const [, before = '', hyphen = '', rest = ''] = /^(\s*)(-(?=\s|$)|-(?=[^\s-])|)(.*)$/.exec(line) ?? [];
    if (line.trim() === '' || before.includes('\t')) continue;
    const [, text] = /^[\w-]+:\s*(.*)$/.exec(line) ?? [];
    if (text !== undefined) {
      list = null;
      isText = text !== '';
      isBlock = /^[|>]/.test(text);
      continue;
    }
    if (hyphen === '' || (isBlock && list === null)) continue;
    if (isText)
      return {
        index,
        says: 'is an entry of a list, and the field above it has a text: write the name of its field above it, as features:',
      };
    if (!/^(?:\s|$)/.test(rest)) return { index, says: `needs a space after its hyphen: ${before}- ${rest}` };
    if (list !== null && list !== before)
      return {
        index,
        says: `begins further ${list.length < before.length ? 'right' : 'left'} than the entry before it: begin both below each other`,
      };
    list = before;
  }
  return null;
}

/** What people who do not write YAML get wrong in it, the first line of it. */
function mistakeIn(lines: string[]): Mistake | null {
  const seen = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    const [, before = '', hyphen = '', rest = ''] = /^(\s*)(- |)(.*)$/.exec(line) ?? [];
    if (rest.trim() === '' || /^\s*#/.test(line)) continue;
    if (before.includes('\t')) return { index, says: 'begins with a tab: put spaces in its place, two for an entry of a list' };
    const [, name = '', value = ''] = /^([\w-]+):(?:\s+(.*))?$/.exec(rest) ?? [];
    const isField = before + hyphen === '';
    const says =
      (isField && name === '' && fieldMistake(rest)) ||
      (name === '' ? hyphen !== '' && valueMistake(hyphen, rest) : valueMistake(`${hyphen}${name}: `, value));
    if (says) return { index, says };
    if (name === '' || !isField) continue;
    const first = seen.get(name);
    if (first !== undefined) return { index, says: `gives ${name} again, which line ${first + 2} has given: remove one of them` };
    seen.set(name, index);
  }
  const index = lines.findIndex((line, at) => /^ +[\w-]+:/.test(line) && !/^ /.test(lines[at - 1] ?? ''));
  return index < 0 ? null : { index, says: 'begins with a space: begin it as far left as the field above it' };
}

/** Of a line that begins where the names of fields do, and has none. */
function fieldMistake(line: string): string | null {
  const [, name, text] = /^([\w-]+):(\S.*)$/.exec(line) ?? [];
  if (name) return `needs a space after its colon: ${name}: ${text}`;
  const [first = '', ...words] = line.split(' ');
  if (/^[\w-]+$/.test(first) && words.length > 0)
    return `needs a colon after the name of its field: ${first}: ${words.join(' ')}`;
  return null;
}

/** `before`: what is before the text in its line. */
function valueMistake(before: string, text: string): string | null {
  const value = text.trim();
  const instead = `write ${before}${quoted(value)}`;
  const [quote = ''] = /^["']/.exec(value) ?? [];
  if (quote && !isQuoted(value, quote))
    return value.indexOf(quote, 1) < 0
      ? `begins a text with ${quote} and does not end it: ${instead}`
      : `has ${quote} inside a text that begins with it: ${instead}`;
  if (quote) return null;
  if (/:(?:\s|$)/.test(value)) return `has a colon in its text, which must be in quotes then: ${instead}`;
  const isMeant = /^[|>][+-]?$|^[[{].*[\]}]$/.test(value);
  return /^[@`%&*!|>[\]{},]/.test(value) && !isMeant
    ? `begins its text with ${value[0]}, and must be in quotes then: ${instead}`
    : null;
}

function isQuoted(value: string, quote: string): boolean {
  return (quote === '"' ? /^"(?:\\.|[^"\\])*"(?:\s+#.*)?$/ : /^'(?:''|[^'])*'(?:\s+#.*)?$/).test(value);
}

/** In quotes that it does not contain, without those that it began or ended with. */
function quoted(value: string): string {
  const isAlone = value.slice(1).indexOf(value[0] ?? '') < 0;
  const text = /^(["'“‘]).*["'”’]$/.test(value) ? value.slice(1, -1) : isAlone ? value.replace(/^["'“‘]/, '') : value;
  return /["\\]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`;
}
