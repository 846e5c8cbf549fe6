import type { MiddlewareHandler } from 'hono';
import { answerHeader } from '#forms/answer-header.ts';

/** The HSTS header: two years, which the browsers' preload lists recommend. */
const hstsTwoYears = 'max-age=63072000; includeSubDomains';

/** The Content-Security-Policy of responses that are no pages. */
const closedPolicy = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Browser features that no page uses and no frame in it may use. Only /roadside asks for the location. */
const features =
  'accelerometer autoplay camera display-capture encrypted-media fullscreen geolocation gyroscope hid idle-detection magnetometer microphone midi payment picture-in-picture screen-wake-lock serial usb xr-spatial-tracking';

const permissionsPolicy = features
  .split(' ')
  .map((feature) => `${feature}=()`)
  .join(', ');

/** The Permissions-Policy of every public page, because a client-side navigation to /roadside keeps the policy of the first page. */
export const publicPermissions = permissionsPolicy.replace('geolocation=()', 'geolocation=(self)');

export const allowLocation: MiddlewareHandler = async function allowLocation(c, next) {
  await next();
  c.res.headers.set('Permissions-Policy', publicPermissions);
};

type HeaderSettings = {
  siteUrl: string;
  /** Allows anybody to submit the domain to the browsers' preload lists, which is slow to undo. */
  hstsPreload: boolean;
};

/** Headers of every response, by name. */
export function securityHeaders({ siteUrl, hstsPreload }: HeaderSettings): Record<string, string> {
  return {
    'Content-Security-Policy': closedPolicy,
    // This is the default, because a response may contain personal data.
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': permissionsPolicy,
    ...(siteUrl.startsWith('https:') && {
      'Strict-Transport-Security': hstsPreload ? `${hstsTwoYears}; preload` : hstsTwoYears,
    }),
  };
}

/**
 * Adds the headers that a response does not have: pages and files have a policy and a Cache-Control of their own. By `answerHeader`
 * browsers know that no other server has answered in the place of this one.
 * Hono's own middleware would set its policy in the place of theirs, and files in memory need the list by itself.
 */
export function secureHeaders(settings: HeaderSettings): MiddlewareHandler {
  const all = Object.entries(securityHeaders(settings));
  return async function setHeaders(c, next) {
    await next();
    const { headers } = c.res;
    for (const [name, value] of all) if (!headers.has(name)) headers.set(name, value);
    headers.set(answerHeader, '1');
  };
}

/** Headers of pages for staff: they are neither cached nor indexed. */
export const privateHeaders: MiddlewareHandler = async function privateHeaders(c, next) {
  await next();
  c.res.headers.set('Cache-Control', 'no-store');
  c.res.headers.set('X-Robots-Tag', 'noindex, nofollow');
};

/**
 * For pages of staff. Their addresses may name a person who is searched for; without this the requests for what a page loads would
 * carry them, and a proxy may log that.
 */
export const noPathInReferrer: MiddlewareHandler = async function noPathInReferrer(c, next) {
  await next();
  if (!c.res.headers.has('Referrer-Policy')) c.res.headers.set('Referrer-Policy', 'strict-origin');
};

/**
 * Keeps other sites from learning that a visitor comes from this page. It is not `no-referrer`, with which forms would be posted with
 * the origin "null", which `ownPagesOnly` refuses from browsers without Sec-Fetch-Site.
 */
export const noForeignReferrer: MiddlewareHandler = async function noForeignReferrer(c, next) {
  await next();
  c.res.headers.set('Referrer-Policy', 'same-origin');
};
