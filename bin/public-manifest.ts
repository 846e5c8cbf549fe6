import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const beginning = 'window.__reactRouterManifest=';

/**
 * Writes React Router's manifest once more without the desk, which no public page leads to: every page loads the list of all routes.
 * app/document/public-document.ts names it in the pages.
 */
export function writePublicManifest(assetsFolder: string): void {
  const name = readdirSync(assetsFolder).find((file) => /^manifest-\w+\.js$/.test(file)) ?? '';
  const text = readFileSync(join(assetsFolder, name), 'utf8');
  if (!text.startsWith(beginning) || !text.endsWith(';')) throw new Error(`${name} is not the list of routes.`);
  const manifest: { url: string; routes: Record<string, unknown> } = JSON.parse(text.slice(beginning.length, -1));
  const routes = Object.fromEntries(Object.entries(manifest.routes).filter(([id]) => !id.startsWith('desk/')));
  // React preloads what it says of itself.
  const url = manifest.url.replace('/manifest-', '/manifest-public-');
  writeFileSync(join(assetsFolder, basename(url)), `${beginning}${JSON.stringify({ ...manifest, url, routes })};`);
}
