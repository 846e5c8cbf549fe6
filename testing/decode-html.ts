const entities: Record<string, string> = { '&#x27;': "'", '&quot;': '"', '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** HTML with the characters that React writes as entities, as they were. */
export function decodeHtml(html: string): string {
  return html.replace(/&#x27;|&quot;|&lt;|&gt;|&amp;/g, (entity) => entities[entity] ?? entity);
}
