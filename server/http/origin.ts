import type { MiddlewareHandler } from 'hono';
import { problem } from './problem.ts';

/**
 * Calls from the site itself and from programs pass; other sites only when named in ALLOWED_ORIGINS, with their preflight answered.
 * The site's own origin is SITE_URL's or, where somebody opens it by another name, the one this request was sent to.
 */
export function allowOrigins(settings: { siteUrl: string; allowedOrigins: string[] }): MiddlewareHandler {
  return async function checkOrigin(c, next) {
    const origin = c.req.header('origin');
    const allowed = origin !== undefined && settings.allowedOrigins.includes(origin);
    if (allowed) {
      c.header('Access-Control-Allow-Origin', origin);
      c.header('Vary', 'Origin', { append: true });
    }
    if (c.req.method === 'OPTIONS' && allowed) {
      c.header('Access-Control-Allow-Methods', 'POST, OPTIONS');
      c.header('Access-Control-Allow-Headers', c.req.header('access-control-request-headers') ?? 'content-type');
      c.header('Access-Control-Max-Age', '600');
      return c.body(null, 204);
    }
    if (!allowed && isForeign(origin, c.req.header('host'), c.req.header('sec-fetch-site'), settings.siteUrl)) {
      return problem(c, 403, 'This form can only be sent from our own website.');
    }
    return next();
  };
}

/** Whether a browser says that another site made this request. */
export function isForeign(
  origin: string | undefined,
  host: string | undefined,
  fetchSite: string | undefined,
  siteUrl: string,
): boolean {
  if (fetchSite === 'same-origin' || fetchSite === 'none') return false;
  if (origin === undefined) return fetchSite === 'cross-site';
  if (origin === siteUrl) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
