import { absoluteSeconds } from './times.ts';

/** The part of the session cookie's name that stays the same whether or not it is marked as secure. */
export function sessionCookieName(siteUrl: string): string {
  return siteUrl.startsWith('https:') ? '__Secure-kerbside.session_token' : 'kerbside.session_token';
}

/** Says to the public pages' scripts that asking for a session is worth a request. It proves nothing and opens nothing. */
export function hintCookie(siteUrl: string, signedIn: boolean): string {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  return `kerbside_staff=${signedIn ? '1' : ''}; Path=/; SameSite=Lax; Max-Age=${signedIn ? absoluteSeconds : 0}${secure}`;
}
