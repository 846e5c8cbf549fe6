import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { parse, parseSigned, serializeSigned } from 'hono/utils/cookie';
import { day } from '#forms/durations.ts';
import type { App } from '#server/core/app.ts';
import { cookieHeader, hostCookieName, readCookie, setCookie } from '#server/core/http/own-cookies.ts';
import type { RequestContext } from './request-context.ts';

/** A session ends after `idleSeconds` without a request, and after `absoluteSeconds` in any case. */
export const idleSeconds = 30 * 60;
export const absoluteSeconds = 8 * 60 * 60;

/** How long the second step of signing in may take, and the set-up of an authenticator app. */
export const secondStepSeconds = 10 * 60;

export function cookiePrefix(siteUrl: string): string {
  return hostCookieName('kerbside', siteUrl);
}

export function sessionCookieName(siteUrl: string): string {
  return `${cookiePrefix(siteUrl)}.session_token`;
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
  const isSigned = (key: string) => {
    const [given, expected] = [Buffer.from(signature), Buffer.from(signBrowser(key, staffId, id))];
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  return keys.some(isSigned) ? id : null;
}

/** The cookie by which a browser is known from now on. */
export function browserCookie({ secrets, env }: App, staffId: string, id = randomBytes(9).toString('base64url')): string {
  const value = `${id}.${signBrowser(secrets.current, staffId, id)}`;
  return setCookie(browserCookieName, value, { siteUrl: env.siteUrl, seconds: browserCookieSeconds });
}

function signBrowser(key: string, staffId: string, id: string): string {
  return createHmac('sha256', key).update(`known browser ${staffId} ${id}`).digest('base64url');
}

/**
 * Accepts cookies that were signed with the previous secret: each is signed again with the current one for the rest of this request,
 * so that nothing else needs to know two secrets. A session ends within eight hours, and with it the last such cookie.
 */
export function acceptPreviousSignatures(secrets: { current: string; previous: string }, siteUrl: string): MiddlewareHandler {
  const prefix = `${cookiePrefix(siteUrl)}.`;

  return async function renewSignatures(c, next) {
    const given = c.req.header('cookie') ?? '';
    if (!given.includes(prefix)) return next();
    const cookies = parse(given);
    for (const [name, value] of Object.entries(await parseSigned(given, secrets.previous)))
      if (value && name.startsWith(prefix))
        // `__Host-` requires the attributes; a browser does not send them.
        Object.assign(cookies, parse(await serializeSigned(name, value, secrets.current, { path: '/', secure: true }), name));
    const headers = new Headers(c.req.raw.headers);
    headers.set('cookie', cookieHeader(cookies));
    c.req.raw = new Request(c.req.raw, { headers });
    return next();
  };
}
