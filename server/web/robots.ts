import { day } from '#forms/durations.ts';
import { openApiDocument } from './openapi.ts';
import { type StoredFile, storeText } from './stored-files.ts';

/** The headers of files whose names do not change with their content. */
const kept = { 'Cache-Control': 'public, max-age=3600' };

/** How long security.txt is valid. RFC 9116 recommends less than a year; every start makes it anew. */
const reportWindowMs = 360 * day;

/** Files for programs, by path. Their addresses have the SITE_URL of this start. */
export function robotsFiles(
  siteUrl: string,
  paths: string[],
  site: { brand: string; email: string },
  now: number,
): [string, StoredFile][] {
  const urls = paths.map((path) => `  <url><loc>${siteUrl}${path}</loc>${translations(siteUrl, path, paths)}</url>`);
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    '</urlset>',
  ];
  const robots = ['User-agent: *', 'Allow: /', 'Disallow: /desk', 'Disallow: /your-claim', `Sitemap: ${siteUrl}/sitemap.xml`];
  const report = [
    `Contact: mailto:${site.email}`,
    `Expires: ${new Date(now + reportWindowMs).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${siteUrl}/.well-known/security.txt`,
  ];
  return [
    ['/sitemap.xml', storeText(`${sitemap.join('\n')}\n`, { 'Content-Type': 'application/xml; charset=utf-8', ...kept })],
    ['/robots.txt', storeText(`${robots.join('\n')}\n`, { 'Content-Type': 'text/plain; charset=utf-8', ...kept })],
    ['/.well-known/security.txt', storeText(`${report.join('\n')}\n`, { 'Content-Type': 'text/plain; charset=utf-8', ...kept })],
    [
      '/openapi.json',
      storeText(JSON.stringify(openApiDocument(siteUrl, site.brand)), {
        'Content-Type': 'application/json; charset=utf-8',
        ...kept,
      }),
    ],
  ];
}

/** The languages of a page, for search engines: named in the sitemap, they take no bytes of the page itself. */
function translations(siteUrl: string, path: string, paths: string[]): string {
  const [page] = path.split('?');
  const all = paths.filter((other) => other.split('?')[0] === page);
  if (all.length < 2) return '';
  const links = all.map((other) => [other.split('?lang=')[1] ?? 'en', other] as const);
  return [...links, ['x-default', page] as const]
    .map(([language, other]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${siteUrl}${other}"/>`)
    .join('');
}
