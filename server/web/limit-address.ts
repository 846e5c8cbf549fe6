import type { Context, MiddlewareHandler } from 'hono';
import { problem } from '#server/core/http/problem.ts';

/** The most parameters of an address. The desk's longest has ten; a page that is rendered reads them several times. */
const maxQueryParameters = 100;

/** The longest address, in characters, that a redirect repeats: proxies answer 502 to a header longer than their buffer of 4 KB. */
const maxLocation = 1_000;

/** Refuses an address with more parameters than any page has, and leaves out of a redirect the query of one that is too long. */
export const limitAddress: MiddlewareHandler = async function limitAddress(c, next) {
  const { url } = c.req;
  let found = 0;
  for (let at = url.indexOf('&'); at !== -1; at = url.indexOf('&', at + 1)) found += 1;
  if (found >= maxQueryParameters) return problem(c, 414, (said) => said.tooLong);
  await next();
  const location = c.res.headers.get('location');
  if (location !== null && location.length > maxLocation) shorten(c, location);
};

function shorten(c: Context, location: string): void {
  const path = location.slice(0, location.search(/[?#]|$/));
  c.res.headers.set('location', path.length > maxLocation ? '/' : path);
}
