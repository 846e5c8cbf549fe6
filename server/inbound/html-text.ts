/** Elements of which nothing is text, and those that end a line. */
const silent = ['script', 'style', 'head', 'title'];
const lines = ['p', 'div', 'tr', 'br', 'li', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

const longest = 2_000_000;

/**
 * The words of an e-mail in HTML, read once from its beginning to its end, whatever is in it. Nothing of it is ever shown as HTML, and no
 * address in it is fetched.
 */
export function textOfHtml(html: string): string {
  const source = html.slice(0, longest);
  const lower = source.toLowerCase();
  const parts: string[] = [];
  for (let at = 0; at < source.length; ) {
    const start = source.indexOf('<', at);
    if (start === -1) {
      parts.push(source.slice(at));
      break;
    }
    parts.push(source.slice(at, start));
    const isComment = source.startsWith('<!--', start);
    const end = isComment ? source.indexOf('-->', start) : source.indexOf('>', start);
    // What is not closed swallows the rest, as in a browser.
    if (end === -1) break;
    const name = /^<\/?([a-z\d]*)/.exec(lower.slice(start, start + 20))?.[1] ?? '';
    at = isComment ? end + 3 : end + 1;
    if (lines.includes(name)) parts.push('\n');
    if (!silent.includes(name) || lower[start + 1] === '/') continue;
    const close = lower.indexOf(`</${name}`, at);
    if (close === -1) break;
    at = close;
  }
  return decoded(parts.join(''))
    .replaceAll(/[ \t\r]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n');
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', apos: "'" };

function decoded(text: string): string {
  return text.replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{1,10});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return named[name.toLowerCase()] ?? whole;
    const code = name[1]?.toLowerCase() === 'x' ? Number(`0${name.slice(1)}`) : Number(name.slice(1));
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
  });
}
