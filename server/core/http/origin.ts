import type { Context, MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { answerHeader } from '#forms/answer-header.ts';
import { sameAccidentHeader } from '#forms/same-accident.ts';
import { formAgeHeader } from '#forms/signals.ts';
import { problem } from './problem.ts';

/** The request headers of supabase-js and of our own forms. No other has a meaning here. */
const allowedHeaders = [
  ...['Content-Type', 'Authorization', 'apikey', 'Prefer', 'X-Client-Info', 'X-Retry-Count', 'Content-Profile', 'Accept-Profile'],
  ...['Idempotency-Key', 'Replaces', formAgeHeader, sameAccidentHeader],
];

/** What an endpoint allows to other sites beyond a POST. */
type AllowedRequests = {
  methods: string[];
  requestHeaders: string[];
  /** Response headers that pages of other sites may read. */
  responseHeaders: string[];
  /** Whether any site may make a request: anyone who knows the address may have what is there. */
  isForAnyone: (c: Context) => boolean;
};

const postOnly: AllowedRequests = {
  methods: ['POST', 'OPTIONS'],
  requestHeaders: [],
  responseHeaders: [],
  isForAnyone: () => false,
};

/**
 * Allows requests from the site itself and from programs, and from other sites only when they are named in ALLOWED_ORIGINS; their
 * preflight requests are answered. The site's own origin is that of SITE_URL or, where somebody opens it by another name, the host of
 * the request.
 */
export function allowOrigins(
  settings: { siteUrl: string; allowedOrigins: string[] },
  { methods, requestHeaders, responseHeaders, isForAnyone } = postOnly,
): MiddlewareHandler {
  const share = cors({
    origin: settings.allowedOrigins,
    allowMethods: methods,
    allowHeaders: [...allowedHeaders, ...requestHeaders],
    exposeHeaders: ['Retry-After', answerHeader, ...responseHeaders],
    maxAge: 600,
  });
  return async function checkOrigin(c, next) {
    if (settings.allowedOrigins.includes(c.req.header('origin') ?? '')) return share(c, next);
    if (isForAnyone(c)) return next();
    return isForeign(sourceOf(c), settings.siteUrl) ? problem(c, 403, (said) => said.foreignSite) : next();
  };
}

/** The request headers that say where it comes from. Node would check and copy each one where all are asked for. */
function sourceOf({ req }: Context): Record<string, string | undefined> {
  const names = ['origin', 'host', 'sec-fetch-site', 'x-forwarded-proto'];
  return Object.fromEntries(names.map((name) => [name, req.header(name)]));
}

/**
 * Whether a browser says that another site made this request. Where the site has TLS, its name without TLS is another site: an attacker on
 * the network can send pages from there.
 */
export function isForeign(headers: Record<string, string | undefined>, siteUrl: string): boolean {
  const { origin, host, 'sec-fetch-site': fetchSite, 'x-forwarded-proto': protocol } = headers;
  if (fetchSite === 'same-origin' || fetchSite === 'none') return false;
  if (origin === undefined) return fetchSite === 'cross-site';
  if (origin === siteUrl) return false;
  if (!URL.canParse(origin)) return true;
  const isWithoutTls = origin.startsWith('http:') && (protocol === 'https' || new URL(siteUrl).host === host);
  return new URL(origin).host !== host || (siteUrl.startsWith('https:') && isWithoutTls);
}

/**
 * For requests with a session: only the site's own pages may make them, and a request that does not say where it comes from is
 * refused. Every browser says so with a POST.
 */
export function ownPagesOnly(settings: { siteUrl: string }): MiddlewareHandler {
  return async function checkOwnOrigin(c, next) {
    const origin = c.req.header('origin');
    const fetchSite = c.req.header('sec-fetch-site');
    const known = origin !== undefined || fetchSite === 'same-origin';
    const foreign = fetchSite === 'same-site' || isForeign(sourceOf(c), settings.siteUrl);
    return known && !foreign ? next() : problem(c, 403, (said) => said.foreignSite);
  };
}
