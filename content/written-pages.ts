import type { GuidePageContent, ServicePageContent } from './types.ts';

/** Each page that is written in markdown, by its file. For the server: browsers get one page. */
export const writtenPages: Record<string, ServicePageContent | GuidePageContent> = import.meta.glob(
  ['./services/*.md', './guides/*.md'],
  { query: '?page', import: 'default', eager: true },
);
