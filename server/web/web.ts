import type { Context, MiddlewareHandler } from 'hono';
import { claimPagePath } from '#forms/evidence-rules.ts';
import type { App } from '#server/core/app.ts';
import type { WithAddress } from '#server/core/http/client-address.ts';
import { bodyLimitBytes } from '#server/core/http/request-body.ts';
import type { FileProblems, ShowProblems } from '#server/files/upload-endpoints.ts';
import { byLength } from './limit-work.ts';
import type { keepSite } from './site-in-memory.ts';

/** What a page needs to know of its visitor: the address of the client, where it is known, and the result of files that it posted. */
export type Visitor = { address: string | null; fileProblems?: FileProblems };

/** What the four routers share. */
export type Web = {
  app: App;
  site: Awaited<ReturnType<typeof keepSite>>;
  /** Renders a page for a request, or handles a form that a page posts without JavaScript. */
  render: (request: Request, visitor: Visitor) => Promise<Response>;
  /** The same for the request of a context, and the address of its client unless another is given. */
  renderHere: (c: Context<WithAddress>, address?: string | null) => Promise<Response>;
  /** Limits requests of one address by what they cost, in pages. */
  limitWork: (costOf: (c: Context) => number) => MiddlewareHandler<WithAddress>;
};

export const costOfPage = byLength(bodyLimitBytes);

/** Renders the page of the claim without scripts, because for them this address is no page. Its links and forms lead back to one. */
export function showProblems({ app: { env }, render }: Web): ShowProblems {
  return async function showPage(c, fileProblems, status, path = claimPagePath) {
    const request = new Request(`${env.siteUrl}${path}`, { headers: { cookie: c.req.header('cookie') ?? '' } });
    const page = await render(request, { address: null, fileProblems });
    const body = (await page.text()).replaceAll(/<script\b.*?<\/script>/gs, '');
    page.headers.delete('Content-Type');
    for (const [name, value] of page.headers) c.header(name, value);
    return c.html(body, status);
  };
}
