import { expect, test } from 'vitest';
import { pages } from '#content/pages.ts';
import { setupJourney } from './harness/journey.ts';
import { nowhere, oneService, routes } from './harness/site-paths.ts';

const journey = setupJourney();

test('every route of the specification is a page with a title, a description and one heading of its own', async () => {
  const seen = new Map<string, string[]>();
  for (const path of routes) {
    const { status, text, headers } = await journey.product.request(path);
    expect(status, path).toBe(200);
    expect(headers['content-type'], path).toMatch(/^text\/html; ?charset=utf-8/i);
    expect(text.match(/<h1[\s>]/g), path).toHaveLength(1);
    const facts = [/<title>([^<]+)</, /<meta name="description" content="([^"]+)"/, /rel="canonical" href="([^"]+)"/];
    seen.set(
      path,
      facts.map((fact) => text.match(fact)?.[1] ?? `none on ${path}`),
    );
    expect(seen.get(path)?.[2]).toBe(`${journey.product.url}${path}`);
  }
  for (const index of [0, 1]) expect(new Set([...seen.values()].map((facts) => facts[index])).size).toBe(routes.length);
});

test.each([true, false])('an unknown address shows the 404 page with status 404 (scripts: %s)', async (javaScriptEnabled) => {
  const page = await journey.newPage({ javaScriptEnabled, expected: /status of 404/ });
  const response = await page.goto(journey.product.url + nowhere);
  expect(response?.status()).toBe(404);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Page Not Found');
  await page.getByRole('link', { name: 'Go Back to Homepage' }).click();
  await page.waitForURL(`${journey.product.url}/`);
  await page.getByRole('heading', { level: 1, name: pages.home.heading }).waitFor();
});

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
