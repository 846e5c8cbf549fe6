import { useContext } from 'react';
import {
  type UNSAFE_AssetsManifest as AssetsManifest,
  UNSAFE_FrameworkContext as FrameworkContext,
  matchRoutes,
  type UNSAFE_RouteModules as RouteModules,
  type RouteObject,
} from 'react-router';

/**
 * The result of loading a page. `stale`: the server responds, but no longer has the scripts that this document names, as after a
 * release.
 */
export type PageLoad = 'loaded' | 'stale' | 'unreachable';

/** The `handle` of a page: what has to be loaded besides its script before it is shown. */
export type PageHandle = { load: () => Promise<unknown> };

export type PageModules = ReturnType<typeof createPageModules>;

/** A page that is not loaded after ten of these steps is given up, and the visitor is told. */
const stepMs = 1_500;

/**
 * Loads the scripts of other pages. They are loaded here and not by React Router, which reloads the document when a script does not
 * arrive. Offline that shows the browser's error page, even for a link at which somebody only pointed.
 */
export function usePageModules(): PageModules | null {
  const framework = useContext(FrameworkContext);
  if (!framework) return null;
  known ??= createPageModules(framework.manifest, framework.routeModules);
  return known;
}

/** A document has one manifest. */
let known: PageModules | null = null;

function createPageModules(manifest: AssetsManifest, routeModules: RouteModules) {
  const arrived = new Set<string>();
  let routes: RouteObject[] | null = null;

  function matchesOf(path: string) {
    routes ??= routesUnder(undefined);
    return (matchRoutes(routes, path) ?? []).map(({ route: { id = '', path: pattern } }) => ({ id, pattern }));
  }

  function routesUnder(parentId: string | undefined): RouteObject[] {
    return Object.values(manifest.routes).flatMap((route): RouteObject[] => {
      if (!route || route.parentId !== parentId) return [];
      const { id, path, index } = route;
      return index ? [{ id, index }] : [{ id, path, children: routesUnder(id) }];
    });
  }

  /** The scripts that the page at this path needs and the browser does not have yet. */
  function missingFor(path: string): string[] {
    return matchesOf(path).flatMap(({ id }) => {
      const module = manifest.routes[id]?.module;
      return module === undefined || id in routeModules || arrived.has(module) ? [] : [module];
    });
  }

  async function fetchAll(path: string): Promise<PageLoad> {
    try {
      await Promise.all(
        missingFor(path).map(async (module) => {
          const { handle }: { handle?: PageHandle } = await import(/* @vite-ignore */ module);
          await handle?.load();
          arrived.add(module);
        }),
      );
      return 'loaded';
    } catch {
      return (await isServed(path)) ? 'stale' : 'unreachable';
    }
  }

  return {
    /** Whether there is a page at this path that has the same layout as this one. */
    isPage: (path: string) => {
      const [page, ...frames] = matchesOf(path).toReversed();
      return page !== undefined && page.pattern !== '*' && frames.every(({ id }) => id in routeModules);
    },
    isLoaded: (path: string) => missingFor(path).length === 0,
    load: (path: string): Promise<PageLoad> => Promise.race([fetchAll(path), timedOut()]),
  };
}

/** The request goes to the network and not to the browser's cache. */
function isServed(path: string): Promise<boolean> {
  return fetch(path, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  );
}

/** Counts the time that the page is awake: of the steps, one ends at once when a phone wakes. */
function timedOut(): Promise<PageLoad> {
  return new Promise((resolve) => {
    const step = (left: number) => (left ? setTimeout(step, stepMs, left - 1) : resolve('unreachable'));
    step(10);
  });
}
