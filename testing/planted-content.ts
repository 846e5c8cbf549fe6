import { expect } from 'vitest';
import { type Content, contentProblems } from '#content-rules/content-problems.ts';
import type { MarkdownFile } from '#content-rules/markdown.ts';
import { loadContent } from '../build-tools/load-content.ts';

/** The content of whatever business this is, and its first service. */
export const real = await loadContent(new URL('..', import.meta.url).pathname);
export const first = service(real);

/** What is told of the content after this change of a copy of it. */
export function problemsAfter(plant: (content: Content) => void): string[] {
  const content = structuredClone(real);
  plant(content);
  return contentProblems(content);
}

export function service(content: Content): MarkdownFile {
  return content.services.at(0) as MarkdownFile;
}

export function guide(content: Content): MarkdownFile {
  return content.guides.at(0) as MarkdownFile;
}

export function list(content: Content, name: string, field: string): Record<string, unknown>[] {
  return content.modules[`content/${name}.ts`]?.[field] as Record<string, unknown>[];
}

/** A sentence that goes on with why, and what to write instead, is given by its beginning. */
export function expectOne(problems: string[], beginning: string): void {
  expect(problems.filter((problem) => problem.startsWith(beginning))).toHaveLength(1);
}
