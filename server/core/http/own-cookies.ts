import { parse, serialize } from 'hono/utils/cookie';

/** Whether the site has TLS, without which browsers refuse a cookie that is marked for it. */
function hasTls(siteUrl: string): boolean {
  return siteUrl.startsWith('https:');
}

/** With TLS a name begins with `__Host-`: browsers accept such a cookie from this host alone and for the whole site. */
export function hostCookieName(name: string, siteUrl: string): string {
  return hasTls(siteUrl) ? `__Host-${name}` : name;
}

/** The value of a cookie in a Cookie header; null where it is not there. */
export function readCookie(header: string | null | undefined, name: string): string | null {
  return parse(header ?? '', name)[name] ?? null;
}

/** A Cookie header of what was parsed of another. */
export function cookieHeader(cookies: Record<string, string>): string {
  return Object.entries(cookies)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('; ');
}

/** A Set-Cookie header for the whole site. Zero seconds remove the cookie. */
export function setCookie(
  name: string,
  value: string,
  options: { siteUrl: string; seconds: number; sameSite?: 'Lax' | 'Strict'; isForScripts?: boolean },
): string {
  const { siteUrl, seconds, sameSite = 'Lax', isForScripts = false } = options;
  return serialize(name, value, { path: '/', httpOnly: !isForScripts, sameSite, maxAge: seconds, secure: hasTls(siteUrl) });
}
