/** The placeholder for SITE_URL in rendered pages, which entry.server replaces by the setting. */
export const siteUrlPlaceholder = 'https://site-url.invalid';
