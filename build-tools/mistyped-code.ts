import { atLine } from './typed-line.ts';

/** A token of a file of data: a text in quotes, a text in backticks, a name, a number, a regular expression, or a mark. */
type Token = {
  kind: 'text' | 'template' | 'name' | 'number' | 'pattern' | 'mark';
  text: string;
  start: number;
  /** Counted from 0, where it begins and where it ends. */
  line: number;
  lastLine: number;
  isClosed: boolean;
};

/** Where it is, and what to do about it: goes on from "line 3 (title: 'A')". */
type Mistake = { line: number; says: string };

/**
 * A sentence about what is mistyped in a file of data that cannot be parsed: the line, and what to write instead. Null where it is something else.
 * A parser fails there or later.
 */
export function mistypedIn(source: string, failedLine = Number.POSITIVE_INFINITY): string | null {
  const tokens = tokensOf(source);
  const lines = source.split('\n');
  const found = [quoteMistake(source, tokens), separatorMistake(source, tokens, failedLine), bracketMistake(lines, tokens)];
  const first = found.find((mistake) => mistake && !(mistake.line >= failedLine));
  return first ? atLine(first.line + 1, lines[first.line] ?? '', first.says) : null;
}

/** A comment that is not closed, or only by the end of the next one, which then swallows what is between them. */
export function openCommentIn(source: string): string | null {
  for (const { 0: text, index } of source.matchAll(tokenPattern)) {
    if (!text.startsWith('/*') || (text.endsWith('*/') && !/\n\s*\/\*/.test(text))) continue;
    const line = source.slice(0, index).split('\n').length;
    return atLine(line, lineFrom(source, index), 'begins a comment that is not closed: put */ where it ends');
  }
  return null;
}

const tokenPattern =
  /\s+|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|(?<quote>['"])(?:\\(?:\r\n|[\s\S])|(?!\k<quote>)[^\\\n])*(?<close>\k<quote>)?|`(?:\\[\s\S]|\$\{(?:[^`}]|`[^`]*`)*\}?|[^\\`])*(?<tick>`)?|(?<pattern>(?<=[=(,:[?&|]\s?)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/\w*)|(?<name>[\p{L}_$][\p{L}\p{N}_$]*)|(?<number>\d[\w.]*)|=>|[\s\S]/gu;

function tokensOf(source: string): Token[] {
  let lastLine = 0;
  return [...source.matchAll(tokenPattern)].flatMap(({ 0: text, index: start, groups = {} }): Token[] => {
    const line = lastLine;
    lastLine += text.split('\n').length - 1;
    if (/^(?:\s|\/\/|\/\*)/.test(text)) return [];
    const { quote, close, tick, pattern, name, number } = groups;
    const token = { text, start, line, lastLine };
    if (quote) return [{ ...token, kind: 'text', isClosed: close !== undefined }];
    if (text.startsWith('`')) return [{ ...token, kind: 'template', isClosed: tick !== undefined }];
    return [{ ...token, kind: pattern ? 'pattern' : name ? 'name' : number ? 'number' : 'mark', isClosed: true }];
  });
}

const codeWords = new Set(
  'as satisfies const in of instanceof is keyof readonly unique typeof new void delete async await yield return case default export import from type'.split(
    ' ',
  ),
);

function quoteMistake(source: string, tokens: Token[]): Mistake | null {
  for (const [index, token] of tokens.entries()) {
    const { kind, text, start, line, isClosed } = token;
    const next = tokens[index + 1];
    const restOfLine = lineFrom(source, start + text.length);
    if (kind === 'mark' && /[“”‘’„]/.test(text)) {
      const inside = /^[“”‘’„]([^“”‘’„]*)/.exec(lineFrom(source, start))?.[1] ?? '';
      return {
        line,
        says: `has a curly quotation mark, as word processors make them: write ${quoted(inside)}, with straight ones`,
      };
    }
    if (kind === 'text' && isClosed && next && isInside(text, next, restOfLine)) {
      const inside = wholeText(source, start);
      const mark = text.startsWith("'") ? 'an apostrophe' : 'a quotation mark';
      return { line, says: `has ${mark} inside a text between ${text[0]} and ${text[0]}: write ${quoted(inside)} instead` };
    }
    if (kind === 'text' && !isClosed) {
      if (/[“”‘’]\s*[,;\])}\s]*$/.test(text))
        return {
          line,
          says: `ends a text with a curly quotation mark, as word processors make them: write ${text[0]} there`,
        };
      return { line, says: `has ${text[0]} only at one end of a text: put one at the other end, too` };
    }
    if (kind === 'template' && (!isClosed || isValue(tokens[index - 1]) || /^[^\n]*['"]\s*[,\])}]+\s*\n/.test(text)))
      return {
        line,
        says: 'has a backtick (`) that is not needed, or only at one end of a text: remove it, or put the other one',
      };
  }
  return null;
}

/** What follows a text in quotes shows that it was to go on. */
function isInside({ 0: quote = "'" }: string, next: Token, restOfLine: string): boolean {
  if (next.kind !== 'name' || !restOfLine.includes(next.text)) return false;
  const isAdjacent = restOfLine.startsWith(next.text);
  const isOnLine = restOfLine.trimStart().startsWith(next.text) && !codeWords.has(next.text);
  return (isAdjacent || isOnLine) && restOfLine.includes(quote);
}

/** The rest of the line from a place on. */
function lineFrom(source: string, start: number): string {
  const end = source.indexOf('\n', start);
  return source.slice(start, end < 0 ? undefined : end);
}

/** The text from this quotation mark to the one that was to end it. */
function wholeText(source: string, start: number): string {
  const line = lineFrom(source, start);
  const quote = line[0] ?? "'";
  const end = /\s*(?:[,;\])}]|$|as const)/y;
  for (let at = line.indexOf(quote, 1); at > 0; at = line.indexOf(quote, at + 1)) {
    end.lastIndex = at + 1;
    if (end.test(line)) return line.slice(1, at);
  }
  return line.slice(1);
}

/** Between quotation marks that it does not contain. */
function quoted(text: string): string {
  if (!text.includes("'")) return `'${text}'`;
  return text.includes('"') ? `\`${text}\`` : `"${text}"`;
}

/** Whether a value ends with it. */
function isValue(token: Token | undefined): boolean {
  if (!token) return false;
  return ['text', 'template', 'number'].includes(token.kind) || /^(?:[}\]]|true|false|null)$/.test(token.text);
}

/** A comma, a colon or quotes that are missing between what is listed in brackets. */
function separatorMistake(source: string, tokens: Token[], failedLine: number): Mistake | null {
  const open: string[] = [];
  for (const [index, token] of tokens.entries()) {
    const [before, next, second] = [tokens[index - 1], tokens[index + 1], tokens[index + 2]];
    if (/^[{[(]$/.test(token.text)) open.push(token.text);
    if (/^[}\])]$/.test(token.text)) open.pop();
    if (!next || !/^[{[]$/.test(open.at(-1) ?? '')) continue;
    const { line } = token;
    const isFailedLine = line + 1 === failedLine || Number.isNaN(failedLine);
    if (token.text === ';' && isValue(before) && isFailedLine) return { line, says: 'has a semicolon where a comma has to be' };
    if (token.text === ',' && next.text === ',') return { line: next.line, says: 'has two commas, of which one is too many' };
    if (token.kind === 'number' && next.kind === 'number') return withoutQuotes(source, token);
    if (token.kind === 'number' && next.kind === 'name' && next.line === line)
      return numberAlone(token, lineFrom(source, token.start));
    if (token.text === '£' && next.kind === 'number') return numberAlone(next, lineFrom(source, token.start));
    const isOfField = open.at(-1) === '{' && /^[:-]$/.test(tokens[index - 2]?.text ?? '');
    if (isOfField && before?.kind === 'number' && token.text === ',' && next.kind === 'number')
      return { line, says: `has a comma inside a number: write ${before.text}.${next.text}` };
    if (isOfField && token.text === ',' && next.text === '-')
      return { line, says: 'has a number without the name of its field and a colon before it' };
    if (token.text === '.' && before?.kind === 'text' && next.line > line)
      return { line, says: 'has a full stop where a comma has to be' };
    const isNewLine = next.line > token.lastLine;
    const beginsEntry = isValueStart(next, isNewLine) || (next.kind === 'name' && second?.text === ':');
    if (isValue(token) && beginsEntry) return { line: token.lastLine, says: 'needs a comma at its end' };
    const beginsHere = /^[{,]$/.test(before?.text ?? '');
    if (token.kind === 'name' && beginsHere && open.at(-1) === '{' && !codeWords.has(token.text)) {
      if (['text', 'number'].includes(next.kind)) return { line, says: `needs a colon after ${token.text}` };
      if (next.text === '=' && isFailedLine) return { line, says: `has = after ${token.text}, where a colon has to be` };
    }
    const isLine = second?.line === next.line;
    const areNames = next.kind === 'name' && second?.kind === 'name' && !codeWords.has(next.text) && !codeWords.has(second.text);
    if (token.text === ':' && isLine && areNames) return withoutQuotes(source, next);
  }
  return null;
}

function withoutQuotes(source: string, { start, line }: Token): Mistake {
  const [text = ''] = /^[^,}\]]*/.exec(lineFrom(source, start)) ?? [];
  return { line, says: `has a text without quotes: write ${quoted(text.trim())}` };
}

/** A number with something before or behind it. */
function numberAlone({ text, line }: Token, rest: string): Mistake {
  const [whole = ''] = /^[^,;}\]]*/.exec(rest) ?? [];
  return { line, says: `has more than a number: write ${text}, or ${quoted(whole.trim())} where it is a text` };
}

function isValueStart({ kind, text }: Token, isNewLine: boolean): boolean {
  return kind === 'text' || kind === 'number' || (isNewLine && /^[{[]$/.test(text));
}

const closing: Record<string, string> = { '{': '}', '[': ']', '(': ')' };

function bracketMistake(lines: string[], tokens: Token[]): Mistake | null {
  const open: Token[] = [];
  const pairs: [opener: Token, closer: Token][] = [];
  const tooEarly = () => pairs.find(([opener, closer]) => !looksPaired(lines, opener, closer));
  const brackets = tokens.filter(({ kind, text }) => kind === 'mark' && /^[{}[\]()]$/.test(text));
  for (const token of brackets) {
    if (closing[token.text]) {
      open.push(token);
      continue;
    }
    const last = open.pop();
    if (!last) {
      const closer = tooEarly()?.[1] ?? token;
      return { line: closer.line, says: `has a ${closer.text} too many: remove it` };
    }
    if (closing[last.text] !== token.text) return unclosed(tooEarly()?.[0] ?? last);
    pairs.push([last, token]);
  }
  const last = open.at(-1);
  return last ? unclosed(tooEarly()?.[0] ?? last) : null;
}

function unclosed({ text, line }: Token): Mistake {
  return { line, says: `opens a ${text} that is not closed: put ${closing[text]} where what it begins has its end` };
}

/** As files are formatted: a bracket is closed in its line, or, where it ends the line, at the beginning of one that is indented as far. */
function looksPaired(lines: string[], opener: Token, closer: Token): boolean {
  if (opener.line === closer.line) return true;
  const indent = (line: string) => line.length - line.trimStart().length;
  const [first = '', last = ''] = [lines[opener.line], lines[closer.line]];
  return /[{[(]\s*$/.test(first) && /^\s*[}\])]/.test(last) && indent(first) === indent(last);
}
