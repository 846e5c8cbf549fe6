// Protects: the public site can be served as files: the export has every page, and what pages load, as the product serves them.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '#testing/test-run.ts';
import { exportSite } from './harness/exported-site.ts';
import { setupJourney } from './harness/journey.ts';
import { routes } from './harness/site-paths.ts';

const journey = setupJourney();

test('the export has every page and what it loads, byte for byte', async () => {
  const folder = await makeFolder();
  await exportSite(folder, journey.product.url);
  const site = join(folder, 'current/site');
  const loaded = new Set<string>();
  for (const path of routes) {
    const { text } = await journey.product.request(path);
    expect(readFileSync(join(site, `${path.slice(1) || 'index'}.html`), 'utf8'), path).toBe(text);
    for (const [asset] of text.matchAll(/\/assets\/[\w.-]+/g)) loaded.add(asset);
  }
  expect(loaded.size).toBeGreaterThan(0);
  expect([...loaded].filter((asset) => !existsSync(join(site, asset)))).toEqual([]);
});
