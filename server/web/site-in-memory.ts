import { join } from 'node:path';
import { site } from '#content/site.ts';
import { currentChanges, isOn } from '#content/site-changes.ts';
import { hasReviews, hasSamples } from '#content/switches.ts';
import type { Env } from '#server/core/settings/env.ts';
import { buildFile, buildOf, buildPath, type ServedBuild } from './build-file.ts';
import { securityHeaders } from './headers.ts';
import { type RenderedPages, renderPages } from './rendered-pages.ts';
import { robotsFiles } from './robots.ts';
import { readBuilt, serviceWorkerFiles } from './saved-site.ts';
import { prepareFiles, type ServedFiles } from './serve-files.ts';
import { loadAssets } from './stored-files.ts';

export type SiteParts = {
  /** Renders a page as any visitor gets it. */
  render: (request: Request, visitor: { address: null }) => Promise<Response>;
  /** The paths of pages that are rendered once and kept; null to render them for each request. */
  paths: string[] | null;
  assetsFolder: string | null;
  serviceWorkerFolder: string | null;
};

/** The pages in the sitemap. Sample reviews are left out, and app/site/reviews-page.tsx then says noindex. */
const indexedPaths = (paths: string[]) => paths.filter((path) => path !== '/reviews' || (hasReviews && !hasSamples));

/**
 * The public site as files in memory. `renew` renders every page again with the content as it is then, and puts the whole in place of what
 * was there at once, with the version that service workers save; where a page cannot be rendered, what was there stays.
 */
export async function keepSite(env: Env, { render, paths, assetsFolder, serviceWorkerFolder }: SiteParts) {
  const files: ServedFiles = new Map();
  const built = readBuilt(serviceWorkerFolder);
  const loaded = loadAssets(assetsFolder);
  let pages: RenderedPages | null = null;
  let build: ServedBuild | null = null;

  async function renew(): Promise<void> {
    const shown = paths?.filter(isOn) ?? null;
    const rendered =
      shown && (await renderPages(shown, (path) => render(new Request(`${env.siteUrl}${path}`), { address: null })));
    const assets = new Map([...loaded, ...robotsFiles(env.siteUrl, indexedPaths(shown ?? []), site, Date.now())]);
    build = assetsFolder === null ? null : buildOf(join(assetsFolder, '..'), currentChanges());
    if (build) assets.set(buildPath, buildFile(build));
    if (built) {
      const saved = env.serviceWorker && rendered ? { pages: rendered.byPath, assets } : null;
      for (const [path, file] of serviceWorkerFiles(built, saved)) assets.set(path, file);
    }
    const fresh = prepareFiles([...assets, ...(rendered?.byPath ?? [])], securityHeaders(env));
    files.clear();
    for (const [path, file] of fresh) files.set(path, file);
    pages = rendered;
  }

  await renew();
  return { files, renew, pages: () => pages, build: () => build };
}
