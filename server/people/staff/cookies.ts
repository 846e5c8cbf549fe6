import { createHmac, randomBytes } from 'node:crypto';
import { day } from '#forms/durations.ts';
import type { App } from '#server/core/app.ts';
import { hostCookieName, readCookie, setCookie } from '#server/core/http/own-cookies.ts';
import { isSame } from '#server/core/is-same.ts';
import type { RequestContext } from './request-context.ts';

/** A session ends after `idleSeconds` without a request, and after `absoluteSeconds` in any case. */
export const idleSeconds = 30 * 60;
export const absoluteSeconds = 8 * 60 * 60;

/** How long the second step of signing in may take, and the set-up of an authenticator app. */
export const secondStepSeconds = 10 * 60;

export function cookiePrefix(siteUrl: string): string {
  return hostCookieName('kerbside', siteUrl);
}

/** The cookies of a sign-in, each with a random token: of a session, and of the first step, after which a code is asked for. */
const tokenCookies = {
  session: { name: 'session_token', seconds: idleSeconds },
  step: { name: 'two_factor', seconds: secondStepSeconds },
};

type TokenCookie = keyof typeof tokenCookies;

const nameOf = (siteUrl: string, kind: TokenCookie) => `${cookiePrefix(siteUrl)}.${tokenCookies[kind].name}`;

/** The token of a cookie; null where there is none. */
export function tokenOf({ env }: App, kind: TokenCookie, { cookie }: Pick<RequestContext, 'cookie'>): string | null {
  return readCookie(cookie, nameOf(env.siteUrl, kind)) || null;
}

/** The cookie with a token; null removes it. */
export function tokenCookie({ env }: App, kind: TokenCookie, token: string | null): string {
  const seconds = token === null ? 0 : tokenCookies[kind].seconds;
  return setCookie(nameOf(env.siteUrl, kind), token ?? '', { siteUrl: env.siteUrl, seconds });
}

/** Tells the scripts of public pages that there is a session to request. It proves nothing. */
export function hintCookie(siteUrl: string, isSignedIn: boolean): string {
  const seconds = isSignedIn ? absoluteSeconds : 0;
  return setCookie('kerbside_staff', isSignedIn ? '1' : '', { siteUrl, seconds, isForScripts: true });
}

const browserCookieName = 'kerbside_browser';

/** How long a browser is known: longer than anybody is on leave. */
const browserCookieSeconds = (180 * day) / 1_000;

/**
 * The id of this browser for this account; null where it is not known. A browser in which a member of staff has signed in with both factors
 * is known to their account. The cookie grants no access; but failed attempts of a known browser are counted separately, so that a stranger
 * with five wrong passwords does not lock out the owner of the account.
 */
export function knownBrowserOf({ secrets }: App, { cookie }: RequestContext, staffId: string): string | null {
  const [id = '', signature = ''] = (readCookie(cookie, browserCookieName) ?? '').split('.');
  const keys = [secrets.current, ...(secrets.previous ? [secrets.previous] : [])];
  return keys.some((key) => isSame(signature, signBrowser(key, staffId, id))) ? id : null;
}

/** The cookie by which a browser is known from now on. */
export function browserCookie({ secrets, env }: App, staffId: string, id = randomBytes(9).toString('base64url')): string {
  const value = `${id}.${signBrowser(secrets.current, staffId, id)}`;
  return setCookie(browserCookieName, value, { siteUrl: env.siteUrl, seconds: browserCookieSeconds });
}

function signBrowser(key: string, staffId: string, id: string): string {
  return createHmac('sha256', key).update(`known browser ${staffId} ${id}`).digest('base64url');
}
