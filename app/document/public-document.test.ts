import { expect, test } from 'vitest';
import { startProcessorClock } from '#testing/processor-time.ts';
import { contentPolicy, elementsOf, publicManifest, type StartContext, startAfterFirstFrame } from './public-document.ts';

test('scripts and styles are found in order, with what their tags say', () => {
  const html = '<style data-href="app">p{}</style><script async src="/a.js"></script><p><script>let a = "<script>";</script>';
  expect(elementsOf(html, 'style').map(({ text }) => text)).toEqual(['p{}']);
  expect(elementsOf(html, 'script').map(({ tag, text }) => [tag, text])).toEqual([
    ['<script async src="/a.js">', ''],
    ['<script>', 'let a = "<script>";'],
  ]);
});

test.each(['<script', '<script>', '<script>a</scrip', '</script>', ''])('%s has none', (html) => {
  expect(elementsOf(html, 'script')).toEqual([]);
});

test('the policy has a hash for each script that runs, once, and none for data and files', () => {
  const html = '<script>1</script><script>1</script><script type="application/ld+json">{}</script><script src="/a.js"></script>';
  const [directive] = contentPolicy(html, { https: true }).match(/script-src [^;]*/) ?? [];
  expect(directive).toBe("script-src 'self' 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='");
});

test('a hundred thousand scripts that never end are looked at once', () => {
  const processorMs = startProcessorClock();
  elementsOf('<script>'.repeat(100_000), 'script');
  expect(processorMs()).toBeLessThan(500);
});

const has = { hasAction: false, hasLoader: false, hasClientAction: false, hasClientLoader: false };
const split = { clientActionModule: undefined, clientLoaderModule: undefined, clientMiddlewareModule: undefined };
const route = { ...has, ...split, hasClientMiddleware: false, hasErrorBoundary: false, hydrateFallbackModule: undefined };

const context: StartContext = {
  manifest: {
    url: '/assets/manifest-1.js',
    version: '1',
    entry: { module: '/assets/entry-1.js', imports: ['/assets/shell-1.js'] },
    routes: {
      root: { id: 'root', module: '/assets/root-1.js', imports: ['/assets/shell-1.js'], ...route },
      'site/faq': { id: 'site/faq', module: '/assets/faq-1.js', ...route },
      'site/about': { id: 'site/about', module: '/assets/about-1.js', ...route },
    },
  },
  staticHandlerContext: { matches: [{ route: { id: 'root' } }, { route: { id: 'site/faq' } }] },
};

const files = ['manifest', 'entry', 'root', 'faq', 'shell'].map((name) => `/assets/${name}-1.js`);
const links = files.map((file) => `<link rel="modulepreload" href="${file}"/>`);
const data = '<script>window.data = 1</script>';
const page = (head: string[], start = '<script type="module" async="">import "x"</script>') =>
  `<html><head><title>FAQ</title>${head.join('')}</head><body><p>FAQ</p>${data}${start}</body></html>`;

test('nothing is fetched for React before the first frame, and the rest of the page stays', () => {
  const html = startAfterFirstFrame(page(links), context);
  expect(html).not.toContain('<link');
  expect(html).not.toContain('type="module"');
  expect(html.startsWith(`<html><head><title>FAQ</title></head><body><p>FAQ</p>${data}<script>`)).toBe(true);
  expect(html.endsWith('</script></body></html>')).toBe(true);
});

test('the start script imports the list of routes and the page’s own routes, then the entry', () => {
  const html = startAfterFirstFrame(page(links), context);
  expect(html).toContain('["/assets/manifest-1.js","/assets/root-1.js","/assets/faq-1.js"].map');
  expect(html).toContain('["root","site/faq"].forEach');
  expect(html).toContain('return import("/assets/entry-1.js")');
  expect(html).not.toContain('about-1.js');
});

test('the list of routes for public pages is another file, without the desk and the page of a claim', () => {
  const { manifest } = context;
  const [desk, claim] = ['desk/inbox', 'claimant/your-claim'].map((id) => ({ id, module: `/assets/${id}-1.js`, ...route }));
  const all = { ...manifest, routes: { ...manifest.routes, 'desk/inbox': desk, 'claimant/your-claim': claim } };
  expect(publicManifest(all)).toEqual({ ...manifest, url: '/assets/manifest-public-1.js' });
});

test.each([
  ['a preload is missing', page(links.slice(1))],
  ['there is a preload that is not expected', page([...links, links[0]?.replace('manifest', 'other') ?? ''])],
  ['the start script is missing', page(links, '')],
])('it throws when %s', (_, html) => {
  expect(() => startAfterFirstFrame(html, context)).toThrow('The page has not the preloads');
});
