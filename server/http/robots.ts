import { type StoredFile, storeText } from './stored-file.ts';

/** What search engines ask for, by path: both follow the SITE_URL of this start. */
export function robotsFiles(siteUrl: string, paths: string[]): [string, StoredFile][] {
  const urls = paths.map((path) => `  <url><loc>${siteUrl}${path}</loc></url>`);
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
  ];
  const robots = ['User-agent: *', 'Allow: /', 'Disallow: /desk', `Sitemap: ${siteUrl}/sitemap.xml`];
  return [
    ['/sitemap.xml', storeText(`${sitemap.join('\n')}\n`, { 'Content-Type': 'application/xml; charset=utf-8' })],
    ['/robots.txt', storeText(`${robots.join('\n')}\n`, { 'Content-Type': 'text/plain; charset=utf-8' })],
  ];
}
