import { isUtf8 } from 'node:buffer';

const flowed = /^((?:content-type:|[ \t])[^\n]*\bformat\s*=\s*"?)flowed/gim;

/** Exchange calls the text below a picture so, and makes it a file. */
const textBelowPicture = /^(content-disposition:\s*)attachment(?=;(?:[^\n]|\n[ \t])*?\bfilename="?ATT\d{5}\.(?:html?|txt)\b)/gim;

/** Of a text whose header does not name its characters, or of an e-mail that has no such header. */
const unnamedText = /^content-type:[ \t]*text\/(?:plain|html)\b(?![^\n]*(?:\n[ \t][^\n]*)*\bcharset)/gim;
const western = '; charset=windows-1252';

export const isTextBelowPicture = (name: string): boolean => /^ATT\d{5}\.(?:html?|txt)$/i.test(name);

/**
 * A copy of an e-mail in which postal-mime 4.0.0 finds all of its words where they were written: of `format=flowed` it joins the lines of
 * quotes with their marks, and what follows a quote with it; and a text that names no characters is UTF-8 for it, also where its bytes
 * cannot be, as of old programs, so that a pound sign is lost. Null where it finds them anyway.
 */
export function legibleCopy(raw: Uint8Array): { raw: Uint8Array; unflow: (text: string) => string } | null {
  const source = Buffer.from(raw.buffer, raw.byteOffset, raw.length).toString('latin1');
  const legible = source.replaceAll(flowed, '$1fixed').replaceAll(textBelowPicture, '$1inline');
  const changed = isUtf8(raw) ? legible : withCharacters(legible);
  if (changed === source) return null;
  const isFlowed = source.search(flowed) !== -1;
  const hasOwnSpaces = /\bdelsp\s*=\s*"?yes/i.test(source);
  return { raw: Buffer.from(changed, 'latin1'), unflow: (text) => (isFlowed ? unflowed(text, hasOwnSpaces) : text) };
}

function withCharacters(source: string): string {
  const [top = ''] = source.split(/\r?\n\r?\n/, 1);
  const named = source.replaceAll(unnamedText, `$&${western}`);
  return /^content-type:/im.test(top) ? named : `Content-Type: text/plain${western}\r\n${named}`;
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
