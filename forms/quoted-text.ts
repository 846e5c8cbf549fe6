/**
 * Whose words follow, as mail programs write it in any language: an address and a few words at most, or the day in digits with its time.
 * People who tell what somebody wrote seldom do.
 */
const attribution =
  /<[^\s<>]{1,200}@[^\s<>]{1,200}>[^\d:]{0,40}:$|^(?:\p{L}{1,9} ){0,2}\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? (?:\p{L}{1,2} )?\d{1,2}:\d\d.{1,200}:$/u;

/** The first line of one that is broken into two. */
const withTime = /\d:\d\d/;

/**
 * Parts an e-mail's text into what its sender wrote and what it quotes of earlier ones at its end, which is shown folded: lines with marks, of
 * a text that says whose they are. Nothing is left out, and in doubt nothing is folded: answers between quoted lines, a text that begins
 * with a quote, one that was forwarded, and quotes without marks, between which some people answer.
 */
export function foldQuotes(text: string): { own: string; quoted: string } {
  const lines = text.split('\n');
  const end = lines.findLastIndex((line) => line.trim() !== '' && !isQuote(line)) + 1;
  const name = nameOfQuote(lines, lines.slice(end).findIndex(isQuote) + end);
  const from = name ?? (nameOfQuote(lines, lines.findIndex(isQuote)) === null ? lines.length : end);
  const own = lines.slice(0, from).join('\n').trimEnd();
  return own === '' ? { own: text, quoted: '' } : { own, quoted: lines.slice(from).join('\n').trim() };
}

const isQuote = (line: string): boolean => line.startsWith('>');

/** Where it is said whose words the quote is that begins at a line. */
function nameOfQuote(lines: string[], at: number): number | null {
  const line = lines[at] ?? '';
  if (!isQuote(line)) return null;
  // Apple's quote it with the words.
  if (attribution.test(line.replace(/^[> ]+/, ''))) return at;
  const last = lines.slice(0, at).findLastIndex((line) => line.trim() !== '');
  const [before, name] = [lines[last - 1] ?? '', lines[last] ?? ''].map((line) => line.trim()) as [string, string];
  const isWhole = attribution.test(name) && !name.startsWith('<');
  const isBroken = withTime.test(before) && !withTime.test(name) && attribution.test(`${before} ${name}`);
  if (isBroken && !isWhole) return last - 1;
  return attribution.test(name) ? last : null;
}
