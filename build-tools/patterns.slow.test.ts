// Protects: every regular expression of the product takes linear time on hostile text.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContext, Script } from 'node:vm';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { uploadsPath } from '#forms/evidence-rules.ts';
import { markedAtStart } from '#forms/marked-languages.ts';
import { formsOfTime, weekdayPatterns } from '#forms/typed-time.ts';
import { partnerCodePattern } from '#forms/via.ts';
import { daysBeside } from '#forms/words-of-time.ts';
import { spamTerms } from '#server/claims/accept/spam-terms.ts';

/**
 * Tries every pattern of the product on texts of the size of a body, made of what the pattern itself looks for. A pattern that takes
 * linear time needs a millisecond, one that takes quadratic time needs seconds, and others never end, so that any clock is exact
 * enough.
 */

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The machine may be busy once, so a text that takes too long is tried again, at last with twice its length, on which a slow pattern
 * takes four times as long.
 */
const tries = [
  { length: 50_000, waitLimitMs: 250 },
  { length: 50_000, waitLimitMs: 250 },
  { length: 100_000, waitLimitMs: 750 },
] as const;

/**
 * Texts are tried in batches: a pattern has hundreds of them, most of which take microseconds, which is less than a clock for each
 * would cost.
 */
const batchSize = 50;

type Attack = { start: string; part: string; end: string };

/** Patterns that are composed when the product runs, in their final form. */
const composed: Record<string, RegExp[]> = {
  'forms/marked-languages.ts': [markedAtStart],
  'forms/typed-time.ts': [...formsOfTime.map(({ pattern }) => pattern), ...weekdayPatterns],
  'forms/via.ts': [partnerCodePattern],
  'forms/words-of-time.ts': [daysBeside],
  'server/operations/canary/canary-mark.ts': [/^Kerbside-Canary:[ \t]*(?:\r?\n[ \t]+)?(\S+)[ \t]*\r?$/im],
  'server/files/tus-endpoint.ts': [new RegExp(`^${uploadsPath}/([^/]+)/?$`)],
  'server/web/serve-files.ts': [/(^|[,\s])gzip(?!\s*;\s*q=0(\.0*)?\s*(,|$))\s*(;|,|$)/i],
  'server/core/observability/log.ts': [new RegExp(`(?<![\\p{L}\\p{N}])${'ab '.repeat(300)}(?![\\p{L}\\p{N}])`, 'gu')],
  'server/claims/accept/spam-terms.ts': [spamTerms],
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
  const all = attacks(pattern.source);
  for (let from = 0; from < all.length; from += batchSize) {
    const batch = all.slice(from, from + batchSize);
    // A batch that is quick enough has no slow text.
    if (!takesTooLong(pattern, batch, tries[0])) continue;
    const slow = batch.find((attack) => tries.every((one) => takesTooLong(pattern, [attack], one)));
    if (slow) return [`${slow.start}(${slow.part})…${slow.end}`];
  }
  return [];
}

const context = createContext({ pattern: /x/, texts: [] });
const replaceAll = new Script('for (const text of texts) text.replace(pattern, "")');

function takesTooLong(pattern: RegExp, attacks: Attack[], { length, waitLimitMs }: (typeof tries)[number]): boolean {
  const texts = attacks.map(({ start, part, end }) => start + part.repeat(length / part.length) + end);
  Object.assign(context, { pattern, texts });
  try {
    replaceAll.runInContext(context, { timeout: waitLimitMs });
    return false;
  } catch {
    return true;
  }
}

/** A text on which a pattern may be slow: a start that matches, a part that repeats, and an end that does not match. */
function attacks(source: string): Attack[] {
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
