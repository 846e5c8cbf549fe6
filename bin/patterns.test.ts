import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { spamTerms } from '#server/submissions/accept/spam-terms.ts';

/**
 * Every pattern of the product against texts of the size of a body, made of what the pattern itself looks for. A pattern that takes
 * linear time needs a millisecond, one that takes quadratic time needs seconds, and the others never end: no clock is too rough.
 */

const root = fileURLToPath(new URL('..', import.meta.url));

/** A machine may be busy once: what takes too long is asked again, at last with twice the text, on which a slow pattern takes four times as long. */
const tries = [
  { length: 50_000, patienceMs: 250 },
  { length: 50_000, patienceMs: 250 },
  { length: 100_000, patienceMs: 750 },
];

/** Patterns that are put together when the product runs, as they come out. */
const composed: Record<string, RegExp[]> = {
  'server/http/stored-files.ts': [/(^|[,\s])gzip(?!\s*;\s*q=0(\.0*)?\s*(,|$))\s*(;|,|$)/i],
  'server/observability/log.ts': [new RegExp(`(?<![\\p{L}\\p{N}])${'ab '.repeat(300)}(?![\\p{L}\\p{N}])`, 'gu')],
  'server/submissions/accept/spam-terms.ts': [spamTerms],
};

const { written, composing } = findPatterns(['app', 'forms', 'server']);

test('Every composed pattern is in the list', () => {
  expect(written.length).toBeGreaterThan(50);
  expect([...new Set(composing)].sort()).toEqual(Object.keys(composed).sort());
});

test.each([
  ...written,
  ...Object.entries(composed).flatMap(([file, patterns]) => patterns.map((pattern) => [file, pattern] as const)),
])('%s: %s takes no longer than its text', (_, pattern) => {
  expect(slowTexts(pattern)).toEqual([]);
});

test.each([/^(a+)+$/, /\s+$/, /^.*a.*b.*$/, /(\w+\s?)*!$/, /[^@]+@[^@]+\.[^@]+$/])(
  'a slow pattern such as %s is found',
  (pattern) => {
    expect(slowTexts(pattern)).not.toEqual([]);
  },
);

/** The first text on which this pattern takes too long. */
function slowTexts(pattern: RegExp): string[] {
  for (const { start, part, end } of attacks(pattern.source)) {
    const isSlow = tries.every(({ length, patienceMs }) =>
      takesTooLong(pattern, start + part.repeat(length / part.length) + end, patienceMs),
    );
    if (isSlow) return [`${start}(${part})…${end}`];
  }
  return [];
}

const context = createContext({ pattern: /x/, text: '' });

function takesTooLong(pattern: RegExp, text: string, patienceMs: number): boolean {
  Object.assign(context, { pattern, text });
  try {
    runInContext('text.replace(pattern, "")', context, { timeout: patienceMs });
    return false;
  } catch {
    return true;
  }
}

/** A start that gets the pattern going, a part that keeps it going, and an end that disappoints it. */
function attacks(source: string): { start: string; part: string; end: string }[] {
  const words = [...new Set(source.replaceAll(/\\(.)/g, '$1').match(/[\w:/"'=.,;<>@#%&-]+/g) ?? [])].slice(0, 12);
  const characters = [...new Set(words.join(''))].slice(0, 20);
  const parts = [...words, ...characters, ...' \t\na0.-/<"é', 'a ', ' a', ...words.map((word) => `${word} `)];
  return ['', ...words].flatMap((start) =>
    [...new Set(parts)].flatMap((part) => ['', '\0', '!a'].map((end) => ({ start, part, end }))),
  );
}

function findPatterns(folders: string[]) {
  const written: [string, RegExp][] = [];
  const composing: string[] = [];
  for (const file of folders.flatMap(sourcesIn)) {
    const visit = (node: ts.Node) => {
      if (ts.isRegularExpressionLiteral(node)) {
        const [, source = '', flags] = /^\/(.*)\/(\w*)$/s.exec(node.text) ?? [];
        written.push([file, new RegExp(source, flags)]);
      }
      if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') composing.push(file);
      ts.forEachChild(node, visit);
    };
    const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    visit(ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true, kind));
  }
  return { written, composing };
}

function sourcesIn(folder: string): string[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name)).map((name) => `${folder}/${name}`);
}
