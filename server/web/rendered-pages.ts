import { setImmediate } from 'node:timers/promises';
import type { Context } from 'hono';
import { publicPermissions } from './headers.ts';
import { prepareFile, type ServedFile, serveFileNow } from './serve-files.ts';
import { type StoredFile, storeText } from './stored-files.ts';

/** An address without a page, from which the 404 page is rendered. */
const missingPath = '/no-such-page';

export type RenderedPages = { byPath: Map<string, StoredFile>; notFound: ServedFile };

/** Renders every public page once. From then on they are files in memory. Between two pages other requests have their turn. */
export async function renderPages(paths: string[], render: (path: string) => Promise<Response>): Promise<RenderedPages> {
  const byPath: RenderedPages['byPath'] = new Map();
  for (const path of paths) {
    byPath.set(path, await store(await render(path), 200));
    await setImmediate();
  }
  return { byPath, notFound: prepareFile(await store(await render(missingPath), 404)) };
}

/** Redirects a page's address with slashes at its end, and serves the 404 page for all others. */
export function serveNoPage(c: Context, pages: RenderedPages): Promise<Response> | Response {
  const { path } = c.req;
  const trimmed = withoutSlashes(path);
  const { search } = new URL(c.req.url);
  return pages.byPath.has(trimmed) ? c.redirect(`${trimmed}${search}`, 308) : serveFileNow(c, pages.notFound);
}

/** Removes slashes at the end. A regular expression would take quadratic time on sixteen thousand slashes. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

async function store(page: Response, status: 200 | 404): Promise<StoredFile> {
  if (page.status !== status) throw new Error(`A public page could not be rendered (status ${page.status}).`);
  // Browsers revalidate the page on every visit, so that no visitor sees an old phone number.
  const headers = {
    ...Object.fromEntries(page.headers),
    'cache-control': 'no-cache',
    'permissions-policy': publicPermissions,
  };
  return storeText(await page.text(), headers, status);
}

/**
 * The request with the origin of SITE_URL. Behind a TLS proxy it arrives as http, and React Router, which compares the whole
 * origin, would refuse every form post without JavaScript. `allowOrigins` has checked the origin before.
 */
export function pageRequest(request: Request, siteUrl: string): Request {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  if (headers.has('origin')) headers.set('origin', siteUrl);
  headers.delete('x-forwarded-host');
  headers.set('host', new URL(siteUrl).host);
  const body = request.method === 'GET' || request.method === 'HEAD' ? null : request.body;
  return new Request(`${siteUrl}${pathname}${search}`, { method: request.method, headers, body, duplex: 'half' } as RequestInit);
}

type Routes = Record<string, { id: string; parentId?: string; path?: string; index?: boolean } | undefined>;

/** The path of every public page: the routes in the site's layout, except the catch-all. */
export function publicPaths(routes: Routes): string[] {
  return Object.values(routes).flatMap((route) =>
    route?.parentId === 'site/site-layout' && route.path !== '*' ? [`/${route.path ?? ''}`] : [],
  );
}
