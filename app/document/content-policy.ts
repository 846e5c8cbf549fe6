import { createHash } from 'node:crypto';
import { type Element, elementsOf } from './elements.ts';
import { trustedTypesDirectives } from './trusted-html.ts';

/** The map of /contact, which is asked for before its frame is shown. On every page: whoever comes there by a link keeps the policy of the page that they began with. */
const map = 'https://www.openstreetmap.org/export/embed.html';

/** Where browsers say what the policy kept them from loading. `report-to` would need a header of its own, and not all know it. */
export const reportDirective = 'report-uri /csp-reports';

/** The Content-Security-Policy of one page: its own inline scripts and styles by hash, and no others. */
export function contentPolicy(html: string, options: { https: boolean }): string {
  const isRun = ({ tag }: Element) => !tag.includes(' src=') && !tag.includes('type="application/ld+json"');
  const scripts = hashesOf(elementsOf(html, 'script').filter(isRun));
  const styles = hashesOf(elementsOf(html, 'style'));
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts.join(' ')}`,
    `style-src 'self' ${styles.join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${map}`,
    "manifest-src 'self'",
    `frame-src ${map}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    ...trustedTypesDirectives,
    reportDirective,
    ...(options.https ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

function hashesOf(elements: Element[]): string[] {
  return [...new Set(elements.map(({ text }) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`))];
}
