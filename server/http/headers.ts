import type { MiddlewareHandler } from 'hono';

/** Two years: what the browsers' preload lists ask for. */
const keepToHttps = 'max-age=63072000; includeSubDomains';

/** What is no page loads, frames and posts nothing. */
const closedPolicy = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** No page asks for any of these, and no frame in it may. */
const unused =
  'accelerometer autoplay camera display-capture encrypted-media fullscreen geolocation gyroscope hid idle-detection magnetometer microphone midi payment picture-in-picture screen-wake-lock serial usb xr-spatial-tracking';

export type HeaderSettings = {
  siteUrl: string;
  /** Anybody may then submit the domain to the browsers' lists, which is slow to undo. */
  hstsPreload: boolean;
};

/** Headers of every answer, by name. */
export function securityHeaders({ siteUrl, hstsPreload }: HeaderSettings): Record<string, string> {
  return {
    'Content-Security-Policy': closedPolicy,
    // What nothing else is said of may be an answer with somebody's data in it.
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': unused
      .split(' ')
      .map((feature) => `${feature}=()`)
      .join(', '),
    ...(siteUrl.startsWith('https:') && {
      'Strict-Transport-Security': hstsPreload ? `${keepToHttps}; preload` : keepToHttps,
    }),
  };
}

/** Sets them. Pages and files bring a policy and a time to be kept of their own. */
export function secureHeaders(settings: HeaderSettings): MiddlewareHandler {
  const { 'Content-Security-Policy': policy = '', 'Cache-Control': kept = '', ...others } = securityHeaders(settings);
  return async function setHeaders(c, next) {
    await next();
    const { headers } = c.res;
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', policy);
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', kept);
    for (const [name, value] of Object.entries(others)) headers.set(name, value);
  };
}

/** What only a signed-in person may see is kept by no browser and no proxy, and found by no search engine. */
export const forStaffAlone: MiddlewareHandler = async function forStaffAlone(c, next) {
  await next();
  c.res.headers.set('Cache-Control', 'no-store');
  c.res.headers.set('X-Robots-Tag', 'noindex, nofollow');
};
