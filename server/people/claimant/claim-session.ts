import type { MiddlewareHandler } from 'hono';
import { day } from '#forms/durations.ts';
import { claimPagePath } from '#forms/evidence-rules.ts';
import type { App } from '#server/core/app.ts';
import { hostCookieName, readCookie, setCookie } from '#server/core/http/own-cookies.ts';
import { type LinkState, linkState } from './claim-link.ts';

/** How long a browser keeps the cookie: as long as a claim takes. The link may end earlier. */
const cookieSeconds = (180 * day) / 1_000;

/**
 * GET /your-claim/<token>: moves the token from the address into a cookie, so that it is in no history, Referer or screenshot. Links
 * in e-mails are followed from other sites: SameSite=Strict would keep the cookie from the page that this redirects to.
 */
export function openClaimLink(app: App): MiddlewareHandler {
  return async function openLink(c, next) {
    const typed = c.req.path.slice(`${claimPagePath}/`.length).replace(/(?<!\/)\/+$/, '');
    // There are no pages below a private link.
    if (typed === '' || typed.includes('/')) return next();
    const token = tokenWithMore.exec(typed)?.[1] ?? '';
    c.header('Referrer-Policy', 'no-referrer');
    // A mistyped link leaves the cookie of the claim that was open before, but does not show that claim.
    if ((await linkState(app, token)).kind === 'unknown') return c.redirect(`${claimPagePath}?${wrongLink}`, 303);
    c.header('Set-Cookie', claimCookie(token, app.env.siteUrl));
    return c.redirect(claimPagePath, 303);
  };
}

/**
 * POST /your-claim/remove: this browser forgets the claim, as on a borrowed phone. The header has it delete drafts, receipts and what
 * waits to be sent too; a browser that does not know the header keeps those for as long as the privacy notice says.
 */
export function removeClaimHere({ siteUrl }: { siteUrl: string }): MiddlewareHandler {
  return async function removeClaim(c) {
    c.header('Set-Cookie', setCookie(cookieName('started', siteUrl), '', { siteUrl, seconds: 0 }), { append: true });
    // It opens nothing from here on, and is removed below.
    c.header('Set-Cookie', setCookie(cookieName('claim', siteUrl), 'removed', { siteUrl, seconds: 60 }), { append: true });
    c.header('Clear-Site-Data', '"cache", "storage"');
    return c.redirect(`${claimPagePath}?${removedHere}`, 303);
  };
}

/**
 * GET /your-claim/removed, which the page after it loads: Chromium keeps the page that was left in memory, although it may not be
 * stored, unless a cookie changes that scripts cannot read, and it looks for that only once another page is there.
 */
export function endClaimHere({ siteUrl }: { siteUrl: string }): MiddlewareHandler {
  return async function endClaim(c) {
    c.header('Set-Cookie', setCookie(cookieName('claim', siteUrl), '', { siteUrl, seconds: 0 }));
    return c.body(null, 204);
  };
}

/** The query of the page of a claim after it was removed from the browser. */
const removedHere = 'link=removed';

/** The query of the page of a claim after a link that opened none. */
const wrongLink = 'link=wrong';

/** A token, and what mail programs and people take for a part of a link: the full stop or the bracket after it. */
const tokenWithMore = /^([A-Z\d]{8}[\w-]{32})(?:[^\w-].*)?$/s;

/** The cookie by which this browser opens the claim. Set by its private link, and by the response to a roadside start. */
export function claimCookie(token: string, siteUrl: string): string {
  return setCookie(cookieName('claim', siteUrl), token, { siteUrl, seconds: cookieSeconds });
}

/** For so many days a claim form is saved into the roadside start of the same browser. */
export const startedDays = 3;

/**
 * The cookie that says that this browser began the claim. No link sets it, so that nobody who follows a stranger's link sends a claim
 * into the stranger's.
 */
export function startedCookie(token: string, siteUrl: string): string {
  const seconds = (startedDays * day) / 1_000;
  return setCookie(cookieName('started', siteUrl), token, { siteUrl, seconds, sameSite: 'Strict' });
}

/** Reads the claim whose link was last opened in this browser, or the one that was begun in it. */
export async function readClaim(
  app: App,
  cookieHeader: string | null | undefined,
  which: 'claim' | 'started' = 'claim',
): Promise<LinkState> {
  const token = readCookie(cookieHeader, cookieName(which, app.env.siteUrl));
  return token === null ? { kind: 'unknown' } : linkState(app, token);
}

function cookieName(which: 'claim' | 'started', siteUrl: string): string {
  return hostCookieName(`kerbside-${which}`, siteUrl);
}
