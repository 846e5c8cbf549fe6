// Protects: the exported site has the policies and redirects of the product.
import { expect, test } from 'vitest';
import type { Site, SiteFile } from './collect-site.ts';
import { headersFile, redirectsFile } from './static-host.ts';

const page = (path: string, language: string | null, hash: string): SiteFile => ({
  path,
  language,
  name: `${path.slice(1)}${language ? `.${language}` : ''}.html`,
  headers: { 'content-security-policy': `script-src 'self' '${hash}'; base-uri 'none'`, 'x-frame-options': 'DENY' },
  body: new Uint8Array(),
});

const files = [page('/roadside', null, 'one'), page('/roadside', 'pl', 'two'), page('/faq', null, 'three')];
const site: Site = {
  siteUrl: 'https://www.your-site.example',
  files,
  notFound: page('/404', null, 'four'),
  errors: [],
  redirects: { paths: ['/roadside', '/faq'], headers: {} },
  sourcePaths: [],
  productRoutes: [],
};

test('the policy of a page in several languages allows the scripts of all of them', () => {
  expect(headersFile(site)).toBe(
    [
      '/*',
      '  x-frame-options: DENY',
      '/roadside',
      "  content-security-policy: script-src 'self' 'one' 'two'; base-uri 'none'",
      '/faq',
      "  content-security-policy: script-src 'self' 'three'; base-uri 'none'",
      '',
    ].join('\n'),
  );
});

test('languages come before the slashes at the end of a path', () => {
  expect(redirectsFile(site)).toBe('/roadside lang=pl /roadside.pl 200!\n/roadside/ /roadside 308\n/faq/ /faq 308\n');
});
