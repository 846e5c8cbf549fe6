const flowed = /^((?:content-type:|[ \t])[^\n]*\bformat\s*=\s*"?)flowed/gim;

/** Exchange calls the text below a picture so, and makes it a file. */
const textBelowPicture = /^(content-disposition:\s*)attachment(?=;(?:[^\n]|\n[ \t])*?\bfilename="?ATT\d{5}\.(?:html?|txt)\b)/gim;

export const isTextBelowPicture = (name: string): boolean => /^ATT\d{5}\.(?:html?|txt)$/i.test(name);

/**
 * A copy of an e-mail in which postal-mime 4.0.0 finds all of its words where they were written: of `format=flowed` it joins the lines of
 * quotes with their marks, and what follows a quote with it. Null where it finds them anyway.
 */
export function legibleCopy(raw: Uint8Array): { raw: Uint8Array; unflow: (text: string) => string } | null {
  const source = Buffer.from(raw.buffer, raw.byteOffset, raw.length).toString('latin1');
  const changed = source.replaceAll(flowed, '$1fixed').replaceAll(textBelowPicture, '$1inline');
  if (changed === source) return null;
  const isFlowed = source.search(flowed) !== -1;
  const hasOwnSpaces = /\bdelsp\s*=\s*"?yes/i.test(source);
  return { raw: Buffer.from(changed, 'latin1'), unflow: (text) => (isFlowed ? unflowed(text, hasOwnSpaces) : text) };
}

/** RFC 3676: a line that ends with a space goes on in the next one, where that is as deep in quotes. */
function unflowed(text: string, hasOwnSpaces: boolean): string {
  const paragraphs: { depth: number; words: string; goesOn: boolean }[] = [];
  for (const line of text.split('\n')) {
    const [marks] = /^(?:> ?)*/.exec(line) ?? [''];
    const depth = marks.replaceAll(' ', '').length;
    // A line of the sender's own that begins as a quote has a space before it, and keeps it.
    const words = depth > 0 ? line.slice(marks.length) : line.replace(/^ (?!>)/, '');
    const goesOn = words.endsWith(' ') && words !== '-- ';
    const kept = goesOn && hasOwnSpaces ? words.slice(0, -1) : words;
    const last = paragraphs.at(-1);
    if (last?.goesOn && last.depth === depth) Object.assign(last, { words: last.words + kept, goesOn });
    else paragraphs.push({ depth, words: kept, goesOn });
  }
  return paragraphs.map(({ depth, words }) => (depth > 0 ? `${'>'.repeat(depth)} ${words}`.trimEnd() : words)).join('\n');
}
