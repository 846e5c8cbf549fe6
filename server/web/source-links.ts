import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { claim } from '#forms/claim.ts';
import { forms } from '#forms/forms.ts';
import { readCode, viaName } from '#forms/via.ts';
import type { WithAddress } from '#server/core/http/client-address.ts';
import { findFile, prepareFile, type ServedFiles, serveFileNow } from './serve-files.ts';
import { quickBrotli, storeText } from './stored-files.ts';

/** The pages of forms that begin a claim: they say who sent a visitor, where the link does. */
export const sourcePaths = forms.filter(({ isClaim }) => isClaim).map(({ path }) => path);

/** Whether a request is for such a page, by such a link. */
export function namesSource(c: Context): boolean {
  return sourcePaths.includes(c.req.path) && c.req.query(viaName) !== undefined;
}

type Parts = {
  files: ServedFiles;
  render: (c: Context<WithAddress>) => Promise<Response>;
  /** How many pages one address may have rendered. */
  limit: MiddlewareHandler<WithAddress>;
};

/** The pages that say who sent their visitor, each rendered for its request; beyond the limit of that it is as for everybody. */
export function sourcePages({ files, render, limit }: Parts): MiddlewareHandler<WithAddress> {
  return async function showSource(c, next) {
    if (!namesSource(c)) return next();
    let page: Response | null = null;
    const refusal = await limit(c, async () => {
      page = await compress(c, await render(c));
    });
    if (!refusal) return page ?? undefined;
    const file = findFile(files, c);
    return file ? serveFileNow(c, file) : refusal;
  };
}

/** A page for one request. Somebody who scans a card may be at the roadside with little signal, where 56 KB are four times as slow as 13. */
async function compress(c: Context, page: Response): Promise<Response> {
  if (page.status !== 200) return page;
  const headers = { ...Object.fromEntries(page.headers), 'x-robots-tag': 'noindex' };
  return serveFileNow(c, prepareFile(storeText(await page.text(), headers, 200, quickBrotli)));
}

/** GET /r/CODE: the link on a partner's card, as it is scanned, or typed with hyphens and in small letters. Any other leads there too. */
export const partnerLinks = new Hono().on('GET', ['/r/*', '/R/*'], (c) => {
  const code = readCode(c.req.path.slice('/r/'.length).replaceAll('/', ''));
  return c.redirect(code === null ? claim.path : `${claim.path}?${viaName}=${code}`, 302);
});
