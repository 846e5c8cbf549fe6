import type { MiddlewareHandler } from 'hono';
import { day, hour } from '#forms/durations.ts';
import type { App } from '#server/core/app.ts';
import { readCookie, setCookie } from '#server/core/http/own-cookies.ts';
import { cookiePrefix } from './cookies.ts';
import type { RequestContext } from './request-context.ts';

/** What a one-time link is for: where it leads, the parameter of the link, and how long the link works. */
const linkKinds = {
  invitation: { path: '/desk/join', parameter: 'invitation', seconds: (2 * day) / 1_000 },
  reset: { path: '/desk/new-password', parameter: 'token', seconds: hour / 1_000 },
};

type LinkKind = keyof typeof linkKinds;

/**
 * GET of a link from an e-mail to staff: moves the token from the address into a cookie, so that it is in no history, screenshot, log of
 * a proxy or Referer of what the page loads. As for the claimant's link, SameSite=Strict would keep the cookie from the page.
 */
export function openStaffLink(settings: { siteUrl: string }, kind: LinkKind): MiddlewareHandler {
  const { path, parameter } = linkKinds[kind];
  return async function openLink(c, next) {
    const token = c.req.query(parameter);
    if (token === undefined) return next();
    c.header('Set-Cookie', linkCookie(settings.siteUrl, kind, token));
    c.header('Referrer-Policy', 'no-referrer');
    return c.redirect(path, 303);
  };
}

/** The token of the link that was opened in a browser; '' where none was. */
export function openedLink({ env }: App, kind: LinkKind, { cookie }: Pick<RequestContext, 'cookie'>): string {
  return readCookie(cookie, nameOf(env.siteUrl, kind)) ?? '';
}

/** The cookie that forgets a link once it was used. */
export function usedLinkCookie({ env }: App, kind: LinkKind): string {
  return linkCookie(env.siteUrl, kind, '');
}

/**
 * The cookie with the token of a link. A text that is not a token clears the cookie, so that the link that was opened before no
 * longer works either.
 */
function linkCookie(siteUrl: string, kind: LinkKind, token: string): string {
  const value = /^[\w-]{1,100}$/.test(token) ? token : '';
  const seconds = value === '' ? 0 : linkKinds[kind].seconds;
  return setCookie(nameOf(siteUrl, kind), value, { siteUrl, seconds });
}

function nameOf(siteUrl: string, kind: LinkKind): string {
  return `${cookiePrefix(siteUrl)}-${kind}`;
}
