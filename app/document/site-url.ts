/** Stands for SITE_URL while a page is rendered; entry.server puts the setting of this start in its place. */
export const siteUrlPlaceholder = 'https://site-url.invalid';

/** The public origin: on the server the placeholder, in the browser what the server put there. */
export function siteUrl(): string {
  return typeof document === 'undefined' ? siteUrlPlaceholder : (document.documentElement.dataset.siteUrl ?? location.origin);
}
