import { reportDirective } from './public-document.ts';
import { siteUrlPlaceholder } from './site-url.ts';
import { trustedTypesDirectives } from './trusted-types.ts';

/** Whether a page is for staff. */
export function isDesk(request: Request): boolean {
  return /^\/desk(\/|$)/.test(new URL(request.url).pathname);
}

/** 128 bits that no page before had. */
export function makeNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
}

/**
 * A page for staff, ready to be sent. It shows what strangers typed, so its scripts are told by a nonce that was given to React alone:
 * a hash would be taken of whatever stands in the page. It is not looked at on a bad signal, so its scripts start as they come.
 */
export function finishDeskDocument(
  rendered: string,
  options: { siteUrl: string; nonce: string; park: boolean; wrong: boolean },
): { html: string; policy: string } {
  const titled = options.wrong ? rendered.replace('<title>', '<title>Error: ') : rendered;
  const html = titled
    .replaceAll(siteUrlPlaceholder, options.siteUrl)
    .replace('<head>', () => `<head>${options.park ? `<script nonce="${options.nonce}">${trustNoHtml}</script>` : ''}`);
  return { html, policy: options.park ? deskPolicy(options) : "frame-ancestors 'none'" };
}

/** The desk puts no markup into a living page but the empty element by which React makes a script. */
const trustNoHtml =
  'window.trustedTypes&&trustedTypes.createPolicy("default",{createHTML:function(h){return h==="<script><\\/script>"?h:""}});';

function deskPolicy({ nonce, siteUrl }: { nonce: string; siteUrl: string }): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    ...trustedTypesDirectives,
    reportDirective,
    ...(siteUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}
