import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { contentProblems, firstProblems, siteFile } from '#content-rules/content-problems.ts';
import { formsFile } from '#content-rules/form-additions.ts';
import { logoProblems } from './brand-logo.ts';
import { copyHint, namedAsOwned, namedByPage } from './content-files.ts';
import { importContent } from './content-modules.ts';
import { loadContent } from './load-content.ts';
import { sourceProblems } from './source-problems.ts';
import { colourProblems } from './theme-colours.ts';

/** Everything wrong with the content of a project, with its files named as the owner has them. */
export async function problemsUnder(root: string): Promise<string[]> {
  const asOwned = namedAsOwned(root);
  const problems = (await problemsOf(root)).map(namedByPage).map((problem) => shownBySample(root, problem, asOwned(problem)));
  const files = problems.map((problem) => problem.split(': ')[0]);
  return [...joined(problems), ...copyHint(root, files.join('\n'))];
}

/** Of two fields beside each other, such as the first and last day of a period, that have the same mistake: one sentence. */
function joined(problems: string[]): string[] {
  const pattern = /^(\S+: \S+\.)(\w+) must (.+)$/;
  const all: string[] = [];
  for (const problem of problems) {
    const [, place, name, rest] = pattern.exec(problem) ?? [];
    const [, otherPlace, otherName, otherRest] = pattern.exec(all.at(-1) ?? '') ?? [];
    if (place && place === otherPlace && rest === otherRest)
      all.splice(-1, 1, `${place}${otherName} and ${name} must each ${rest}`);
    else all.push(problem);
  }
  return all;
}

/** What a release has added is written as the sample has it. */
function shownBySample(root: string, problem: string, asOwned: string): string {
  const [file = ''] = problem.split(': ');
  if (asOwned.startsWith(`${file}:`) || !/\.(?:ts|css): \S+ is missing\.$/.test(problem)) return asOwned;
  // No sample has a language that the owner has added.
  const shown = existsSync(join(root, file)) ? file : file.replace(/[a-z]+(?=(?:-late)?\.ts$)/, 'pl');
  return `${asOwned.slice(0, -1)}: ${shown} shows how it is written.`;
}

async function problemsOf(root: string): Promise<string[]> {
  try {
    const unreadable = sourceProblems(root);
    if (unreadable.length > 0) return unreadable;
    const first = firstProblems(await importContent(root, siteFile), await importContent(root, formsFile));
    return first.length > 0
      ? first
      : [...contentProblems(await loadContent(root)), ...colourProblems(root), ...logoProblems(root)];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
