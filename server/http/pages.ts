import type { Context } from 'hono';
import { serveStored } from './serve-stored.ts';
import { type StoredFile, storeText } from './stored-file.ts';

/** Where the 404 page is rendered: an address that no page has. */
const nowhere = '/no-such-page';

export type RenderedPages = { byPath: Map<string, StoredFile>; notFound: StoredFile };

/** Renders every public page once. From then on they are files in memory. */
export async function renderPages(paths: string[], render: (path: string) => Promise<Response>): Promise<RenderedPages> {
  const entries = await Promise.all(paths.map(async (path) => [path, await store(await render(path), 200)] as const));
  return { byPath: new Map(entries), notFound: await store(await render(nowhere), 404) };
}

/** What has no file: a slash too many at the end is sent on to the page, and anything else gets the 404 page. */
export function serveNoPage(c: Context, pages: RenderedPages): Promise<Response> | Response {
  const { path } = c.req;
  const trimmed = withoutSlashes(path);
  const { search } = new URL(c.req.url);
  return pages.byPath.has(trimmed) ? c.redirect(`${trimmed}${search}`, 308) : serveStored(c, pages.notFound);
}

/** Counted rather than matched: a pattern takes quadratic time on sixteen thousand slashes. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

async function store(page: Response, status: 200 | 404): Promise<StoredFile> {
  if (page.status !== 200) throw new Error(`A public page could not be rendered (status ${page.status}).`);
  // Checked on every visit: a page must not be older than the phone number on it.
  const headers = { ...Object.fromEntries(page.headers), 'cache-control': 'no-cache' };
  return storeText(await page.text(), headers, status);
}
