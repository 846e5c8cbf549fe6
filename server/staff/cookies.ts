import { absoluteSeconds } from './times.ts';

/** `__Host-`: browsers take it from this host alone, over TLS, for the whole site. Without TLS no browser would. */
export function cookiePrefix(siteUrl: string): string {
  return siteUrl.startsWith('https:') ? '__Host-kerbside' : 'kerbside';
}

export function sessionCookieName(siteUrl: string): string {
  return `${cookiePrefix(siteUrl)}.session_token`;
}

/** Says to the public pages' scripts that asking for a session is worth a request. It proves nothing and opens nothing. */
export function hintCookie(siteUrl: string, signedIn: boolean): string {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  return `kerbside_staff=${signedIn ? '1' : ''}; Path=/; SameSite=Lax; Max-Age=${signedIn ? absoluteSeconds : 0}${secure}`;
}
