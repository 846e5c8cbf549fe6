// Protects: every page has its title, description, heading and cost notice, and an unknown address is a 404.
import { expect, test } from 'vitest';
import { privacyInShort } from '#content/legal.ts';
import { noCostFull } from '#content/no-cost.ts';
import { pages } from '#content/pages.ts';
import { site } from '#content/site.ts';
import { hasSamples } from '#content/switches.ts';
import { decodeHtml } from '#testing/decode-html.ts';
import { sampled } from '#testing/sampled.ts';
import { sampleBrand } from '../../bin/launch/content-check.ts';
import { loadFolder } from '../../build-tools/load-content.ts';
import { setupJourney } from '../harness/journey.ts';
import { guides, nowhere, oneService, routes } from '../harness/site-paths.ts';

const journey = setupJourney();
const brand: string = site.brand;

test('every route of the specification is a page with a title, a description and one heading of its own', async () => {
  const seen = new Map<string, string[]>();
  for (const path of routes) {
    const { status, text, headers } = await journey.product.request(path);
    expect(status, path).toBe(200);
    expect(headers['content-type'], path).toMatch(/^text\/html; ?charset=utf-8/i);
    expect(text.match(/<h1[\s>]/g), path).toHaveLength(1);
    const levels = [...text.matchAll(/<h([1-6])[\s>]/g)].map(([, level]) => Number(level));
    expect(
      levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1),
      `headings of ${path} that skip a level: ${levels}`,
    ).toEqual([]);
    const facts = [/<title>([^<]+)</, /<meta name="description" content="([^"]+)"/, /rel="canonical" href="([^"]+)"/];
    seen.set(
      path,
      facts.map((fact) => text.match(fact)?.[1] ?? `none on ${path}`),
    );
    expect(seen.get(path)?.[2]).toBe(`${journey.product.url}${path}`);
  }
  for (const index of [0, 1]) expect(new Set([...seen.values()].map((facts) => facts[index])).size).toBe(routes.length);
});

test('no title is longer than search engines show, and each page that ships names the business', async () => {
  for (const path of routes) {
    const { text } = await journey.product.request(path);
    const [, title = ''] = text.match(/<title>([^<]+)</) ?? [];
    const [, description = ''] = text.match(/<meta name="description" content="([^"]+)"/) ?? [];
    expect(decodeHtml(title).length, `${path}: ${title}`).toBeLessThanOrEqual(60);
    expect(decodeHtml(description).length, `${path}: ${description}`).toBeLessThanOrEqual(155);
    if (brand.length <= sampleBrand.length) expect(decodeHtml(title), path).toContain(brand);
  }
});

test('a page that says there is nothing to pay, or no cost, has the whole cost notice', async () => {
  const promise = /no (?:up-?front )?(?:hire )?cost|nothing (?:to pay|up front)|pay nothing/i;
  const { title, lead, points, rest } = noCostFull;
  const notice = [title, lead, ...points, rest];
  const promising: string[] = [];
  for (const path of routes) {
    const { text } = await journey.product.request(path);
    const words = wordsIn(text);
    const others = notice.reduce((left, part) => left.replaceAll(part, ''), words);
    if (!promise.test(others)) continue;
    promising.push(path);
    for (const part of notice) expect(words, path).toContain(part);
  }
  // A business of its own may promise it nowhere.
  if (brand === sampleBrand) expect(promising).toEqual(expect.arrayContaining(['/', '/services/credit-hire']));
});

test('each guide says when it was reviewed, of what law and on what it rests, is an article of the business, and is found from elsewhere', async () => {
  const textOf = async (path: string) => (await journey.product.request(path)).text;
  const sitemap = await textOf('/sitemap.xml');
  const list = await textOf('/guides');
  for (const { slug, frontMatter } of await loadFolder(process.cwd(), 'content/guides')) {
    const path = `/guides/${slug}`;
    const text = await textOf(path);
    expect(text, path).toContain(`General information for ${frontMatter.law}, not legal advice.`);
    const [, reviewed = ''] = text.match(/Last reviewed on <time dateTime="(\d{4}-\d\d-\d\d)">/) ?? [];
    const data = [...text.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(([, json = '']) =>
      JSON.parse(json),
    );
    expect(data, path).toContainEqual(
      expect.objectContaining({ '@type': 'Article', url: journey.product.url + path, dateModified: reviewed }),
    );
    expect(data.find((one) => one['@type'] === 'BreadcrumbList')?.itemListElement, path).toHaveLength(3);
    expect(text, path).toContain('<h2 id="sources">Sources</h2>');
    expect(sitemap).toContain(`${journey.product.url}${path}<`);
    expect(list).toContain(`href="${path}"`);
  }
  const services = await Promise.all(routes.filter((path) => path.startsWith('/services/')).map(textOf));
  for (const path of guides) expect(services.filter((text) => text.includes(`href="${path}"`)).length, path).toBeGreaterThan(0);
  for (const path of ['/faq', '/']) expect(await textOf(path)).toContain('href="/guides"');
  const home = await textOf('/');
  for (const path of guides) expect(home).toContain(`<li><a href="${path}"`);
});

test('every page is reached from the home page by links alone', async () => {
  const reached = new Set(['/']);
  for (const path of reached) {
    const { text } = await journey.product.request(path);
    for (const [, link = ''] of text.matchAll(/<a [^>]*?href="(\/[^"#?]*)/g)) if (routes.includes(link)) reached.add(link);
  }
  expect([...reached].toSorted()).toEqual(routes.toSorted());
});

test('the lists of the privacy notice are closed until the reader opens them', async () => {
  const page = await journey.visit('/complaints');
  for (const { title, points = [] } of privacyInShort.filter((part) => part.points)) {
    const [first = ''] = points;
    expect(await page.getByText(first).isVisible()).toBe(false);
    await page.getByText(`${title}, in full`).click();
    expect(await page.getByText(first).isVisible()).toBe(true);
  }
});

test('sample reviews are kept out of search results and the sitemap', async () => {
  const { text } = await journey.product.request('/reviews');
  const sitemap = await journey.product.request('/sitemap.xml');
  expect(text.includes('<meta name="robots" content="noindex"')).toBe(hasSamples);
  expect(sitemap.text.includes('/reviews<')).toBe(!hasSamples);
  expect(sitemap.text).toContain(`${journey.product.url}/faq<`);
});

test.each(sampled([true, false]))(
  'an unknown address shows the 404 page with status 404 (scripts: %s)',
  async (javaScriptEnabled) => {
    const page = await journey.newPage({ javaScriptEnabled, expected: /status of 404/ });
    const response = await page.goto(journey.product.url + nowhere);
    expect(response?.status()).toBe(404);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Page Not Found');
    await page.getByRole('link', { name: 'Go Back to Homepage' }).click();
    await page.waitForURL(`${journey.product.url}/`);
    await page.getByRole('heading', { level: 1, name: pages.home.heading }).waitFor();
  },
);

test('a slash too many at the end leads to the page', async () => {
  const page = await journey.visit(`${oneService}/`);
  expect(new URL(page.url()).pathname).toBe(oneService);
});

test('files of the build cannot be read as pages', async () => {
  for (const path of [
    '/index.html',
    '/about/index.html',
    '/assets',
    '/assets/',
    '/../package.json',
    '/.fingerprint',
    '/server/main.mjs',
  ])
    expect((await journey.product.request(path)).status, path).toBe(404);
});

/** The visible words, with one space between them. */
function wordsIn(html: string): string {
  const text = html.replace(/<(script|style)[\s\S]*?<\/\1>/g, ' ').replace(/<!--.*?-->/g, '');
  return decodeHtml(text.replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ');
}
