import type { MetaDescriptor } from 'react-router';
import { siteUrlPlaceholder as siteUrl } from '#app/document/site-url.ts';
import { site } from '#content/site.ts';

export type PageFacts = { path: string; title: string; description: string };

/** How many characters of a title search engines show. */
const longestTitle = 60;

/** The title with the brand, where both fit. content-rules/ refuses a longer title. */
function fullTitle(title: string): string {
  const full = `${title} | ${site.brand}`;
  return full.length > longestTitle ? title : full;
}

/** Title, description, canonical link and share card of one page, and the structured data it brings. */
export function pageMeta({ path, title, description }: PageFacts, structured: object[] = [], locale = 'en_GB'): MetaDescriptor[] {
  const url = `${siteUrl}${path}`;
  return [
    { title: fullTitle(title) },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: site.brand },
    { property: 'og:locale', content: locale },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: `${siteUrl}/share.png` },
    { property: 'og:image:alt', content: `${site.brand}: help after a non-fault accident` },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...structured.map((value) => ({ 'script:ld+json': value })),
  ] as MetaDescriptor[];
}
