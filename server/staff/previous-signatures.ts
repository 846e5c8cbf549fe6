import type { MiddlewareHandler } from 'hono';
import { parseSigned, serializeSigned } from 'hono/utils/cookie';
import { cookiePrefix } from './cookies.ts';

/**
 * Takes cookies that were signed with the secret before this one for what they are: each is signed anew for the rest of this request,
 * so that nobody else has to know of two secrets. A session ends within eight hours, and with it the last such cookie.
 */
export function acceptPreviousSignatures(secrets: { current: string; previous: string }, siteUrl: string): MiddlewareHandler {
  const prefix = `${cookiePrefix(siteUrl)}.`;

  return async function renewSignatures(c, next) {
    const given = c.req.header('cookie') ?? '';
    if (!given.includes(prefix)) return next();
    const headers = new Headers(c.req.raw.headers);
    headers.set('cookie', (await Promise.all(given.split(/;\s*/).map(renewed))).join('; '));
    c.req.raw = new Request(c.req.raw, { headers });
    return next();
  };

  async function renewed(cookie: string): Promise<string> {
    const name = cookie.slice(0, cookie.indexOf('='));
    if (!name.startsWith(prefix)) return cookie;
    const value = (await parseSigned(cookie, secrets.previous, name))[name];
    if (!value) return cookie;
    // The attributes are for the name's `__Host-`, and not sent by a browser.
    const [anew = cookie] = (await serializeSigned(name, value, secrets.current, { path: '/', secure: true })).split(';');
    return anew;
  }
}
