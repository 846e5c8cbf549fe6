import { createHash } from 'node:crypto';
import { trustedTypesDirectives } from './trusted-html.ts';

/** The map of /contact. On every page: whoever comes there by a link keeps the policy of the page that they began with. */
const map = 'https://www.openstreetmap.org/export/embed.html';

/** The Content-Security-Policy of one page: its own inline scripts and styles by hash, and no others. */
export function contentPolicy(html: string, options: { https: boolean }): string {
  const scripts = hashesOf(html, /<script(?![^>]*\bsrc=)(?![^>]*type="application\/ld\+json")[^>]*>([\s\S]*?)<\/script>/g);
  const styles = hashesOf(html, /<style[^>]*>([\s\S]*?)<\/style>/g);
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts.join(' ')}`,
    `style-src 'self' ${styles.join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    `frame-src ${map}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    ...trustedTypesDirectives,
    ...(options.https ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

function hashesOf(html: string, pattern: RegExp): string[] {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return [...new Set([...html.matchAll(pattern)].map(([, text]) => hash(text ?? '')))];
}
