/** A placeholder for SITE_URL in rendered pages; entry.server replaces it by the setting. */
export const siteUrlPlaceholder = 'https://site-url.invalid';

/** The public origin: the placeholder on the server, the setting in the browser. */
export function siteUrl(): string {
  return typeof document === 'undefined' ? siteUrlPlaceholder : (document.documentElement.dataset.siteUrl ?? location.origin);
}
