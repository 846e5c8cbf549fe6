// Protects: search engines find the languages of a page.
import { expect, test } from 'vitest';
import { robotsFiles } from './robots.ts';

test('the sitemap names the languages of a page at each of its addresses, and none of a page in one language', () => {
  const paths = ['/', '/roadside', '/roadside?lang=pl'];
  const files = new Map(robotsFiles('https://kerbside.example', paths, { brand: 'One', email: 'a@kerbside.example' }, 0));
  const sitemap = new TextDecoder().decode(files.get('/sitemap.xml')?.bytes);
  const [home = '', english = '', polish = ''] = sitemap.match(/<url>.*<\/url>/g) ?? [];
  expect(home).not.toContain('hreflang');
  for (const url of [english, polish])
    expect([...url.matchAll(/hreflang="([^"]*)" href="https:\/\/kerbside\.example([^"]*)"/g)].map(([, ...pair]) => pair)).toEqual(
      [
        ['en', '/roadside'],
        ['pl', '/roadside?lang=pl'],
        ['x-default', '/roadside'],
      ],
    );
});
