export type Element = { whole: string; tag: string; text: string };

/** Every script or style in a rendered page, with its start tag. Searched rather than matched: in linear time, whatever is in the page. */
export function elementsOf(html: string, name: 'script' | 'style'): Element[] {
  const found: Element[] = [];
  for (let at = html.indexOf(`<${name}`); at !== -1; ) {
    const start = html.indexOf('>', at) + 1;
    const end = html.indexOf(`</${name}>`, start);
    if (start === 0 || end === -1) return found;
    const next = end + name.length + 3;
    found.push({ whole: html.slice(at, next), tag: html.slice(at, start), text: html.slice(start, end) });
    at = html.indexOf(`<${name}`, next);
  }
  return found;
}
