import type { MiddlewareHandler } from 'hono';

/** Headers that hold for every answer. Pages bring their own, stricter Content-Security-Policy by hash. */
export function secureHeaders(siteUrl: string): MiddlewareHandler {
  const https = siteUrl.startsWith('https:');
  return async function setHeaders(c, next) {
    await next();
    const headers = c.res.headers;
    if (!headers.has('Content-Security-Policy'))
      headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    headers.set('X-Content-Type-Options', 'nosniff');
    headers.set('X-Frame-Options', 'DENY');
    headers.set('Referrer-Policy', 'strict-origin-when-cross-origin');
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    headers.set('Cross-Origin-Resource-Policy', 'same-origin');
    headers.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
    if (https) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  };
}

/** What only a signed-in person may see is kept by no browser and no proxy, and found by no search engine. */
export const forStaffAlone: MiddlewareHandler = async function forStaffAlone(c, next) {
  await next();
  c.res.headers.set('Cache-Control', 'no-store');
  c.res.headers.set('X-Robots-Tag', 'noindex, nofollow');
};
