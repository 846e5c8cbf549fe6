import type { PageContent } from './types.ts';

/** Pages by their names, of the exports of their files: pricesPage is prices. */
export function pagesByName(files: Record<string, unknown>[]): Record<string, PageContent> {
  const pages = files.flatMap((exports) => Object.entries(exports as Record<string, PageContent>));
  return Object.fromEntries(pages.map(([name, page]) => [name.replace(/Page$/, ''), page]));
}
