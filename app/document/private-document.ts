import { siteUrlPlaceholder } from './site-url.ts';
import { commonDirectives } from './trusted-types.ts';

/** Whether the page at this path is for staff, or for one claimant: these are a React Router application in the browser. */
export function isPrivatePath(path: string): boolean {
  return /^\/(desk|your-claim)(\/|$)/.test(path);
}

/** A nonce of 128 random bits. */
export function makeNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
}

/**
 * Finishes a page that is rendered for one person. It contains text that strangers typed, so its scripts are allowed by a nonce that
 * only React has: hashes would allow any script found in the page. The scripts are not deferred.
 */
export function finishPrivateDocument(
  rendered: string,
  options: { siteUrl: string; nonce: string; defer: boolean; isInvalid: boolean },
): { html: string; policy: string } {
  const titled = options.isInvalid ? rendered.replace('<title>', '<title>Error: ') : rendered;
  const html = titled
    .replaceAll(siteUrlPlaceholder, options.siteUrl)
    .replace('<head>', () => `<head>${options.defer ? `<script nonce="${options.nonce}">${trustNoHtml}</script>` : ''}`);
  return { html, policy: options.defer ? privatePolicy(options) : "frame-ancestors 'none'" };
}

/**
 * The only HTML that these pages insert at run time is the empty script element that React creates, and the only script that they name
 * is the service worker that gets push messages.
 */
const trustNoHtml =
  'window.trustedTypes&&trustedTypes.createPolicy("default",{createHTML:function(h){return h==="<script><\\/script>"?h:""},createScriptURL:function(u){return u==="/desk/push-worker.js"?u:null}});';

function privatePolicy({ nonce, siteUrl }: { nonce: string; siteUrl: string }): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "media-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    ...commonDirectives({ https: siteUrl.startsWith('https:'), policies: ['default'] }),
  ].join('; ');
}
