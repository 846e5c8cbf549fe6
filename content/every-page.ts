import { pagesByName } from './page-names.ts';
import { pages as named } from './pages.ts';
import type { PageContent } from './types.ts';

const files: Record<string, Record<string, PageContent>> = import.meta.glob('./pages/*-head.ts', { eager: true });

/** Those that content/pages.ts names, and every other that has a file in content/pages. For the server: browsers get one page. */
export const pages = { ...named, ...pagesByName(Object.values(files)) };
