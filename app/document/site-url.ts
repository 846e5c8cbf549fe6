/** The placeholder for SITE_URL in rendered pages, which entry.server replaces by the setting. */
export const siteUrlPlaceholder = 'https://site-url.invalid';

/** The public origin. On the server it is the placeholder, in the browser the setting. */
export function siteUrl(): string {
  return typeof document === 'undefined' ? siteUrlPlaceholder : (document.documentElement.dataset.siteUrl ?? location.origin);
}
