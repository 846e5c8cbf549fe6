import { isAscii, isUtf8 } from 'node:buffer';
import { buffer } from 'node:stream/consumers';
import { type MimeNode, Splitter, type SplitterChunk } from '@zone-eu/mailsplit';

/**
 * Of an email. `mended`: headers that stand above its own in the copy, where they count. Below them stand its `body`, and as `data` what parts it
 * from the next one, and all that a multipart has of its own.
 */
type Part = { node: MimeNode; mended: string[]; body: Buffer[]; data: Buffer[] };

/** Exchange calls the text below a picture so, and makes it a file. */
const textBelowPicture = /^ATT\d{5}\.(?:html?|txt)$/i;

/** The types of a letter in a form for some programs: as a page of AMP, for a watch, as was done before HTML. */
export const otherForm = /^text\/(?:x-amp-html|watch-html|enriched|richtext)$/;

/** How some programs write the type of a letter, which is no file for that. */
const misspelled = new Map([
  ['text', 'text/plain'],
  ['plain/text', 'text/plain'],
  ['text/markdown', 'text/plain'],
  ['html', 'text/html'],
]);

/** The first line that parts what follows, as far as its looks go: headers stand below it. */
const delimiter = /^--([ !#-[\]-~]{0,199}[!#-[\]-~])[ \t]*\r?\n(?=content-)/im;

/** Broken multiparts in each other: each is read again. More are no mistake of a program's, and stay a text. */
const mostLevels = 5;

/**
 * A copy of an email in which postal-mime finds all of its words. The library 4.0.0 joins the lines of quotes in `format=flowed` with their marks,
 * and what follows a quote with it; a text is in the characters that it names, or in UTF-8, also where its bytes cannot be, as of old programs, so
 * that a pound sign is lost; and of a multipart whose boundary is missing or another one it shows nothing. `isBroken`: it has such a multipart.
 * No copy is needed where nothing is mended, and none is made of more than a thousand parts.
 */
export async function legibleMime(raw: Uint8Array, levels = mostLevels): Promise<{ raw: Uint8Array; isBroken: boolean }> {
  const parts = await partsIn(raw).catch((): Part[] => []);
  const parents = new Set(parts.map(({ node }) => node.parentNode));
  const broken = parts.filter(({ node, data }) => node.multipart && !parents.has(node) && hasWords(data));
  for (const part of broken) mendMultipart(part, levels > 0);
  for (const part of parts) await mendText(part);
  if (parts.every(({ node, mended }) => mended.length === 0 && !isOneByte(node.getHeaders()))) return { raw, isBroken: false };
  const copy = Buffer.concat(
    parts.flatMap(({ node, mended, body, data }) => [Buffer.from(mended.join('')), headersOf(node), ...body, ...data]),
  );
  const isBroken = broken.length > 0;
  return { ...(isBroken && levels > 0 ? await legibleMime(copy, levels - 1) : { raw: copy }), isBroken };
}

async function partsIn(raw: Uint8Array): Promise<Part[]> {
  const parts: Part[] = [];
  const chunks: AsyncIterable<SplitterChunk> = new Splitter({ ignoreEmbedded: true }).end(raw);
  for await (const chunk of chunks) {
    if (chunk.type === 'node') parts.push({ node: chunk, mended: [], body: [], data: [] });
    else parts.at(-1)?.[chunk.type].push(chunk.value);
  }
  return parts;
}

function hasWords(data: Buffer[]): boolean {
  return /^(?!--)[ \t]*\S/m.test(Buffer.concat(data).toString('latin1'));
}

/** Gives it the boundary that it seems to have; without one it is a text. */
function mendMultipart({ node, mended, data }: Part, isParted: boolean): void {
  const boundary = isParted && delimiter.exec(Buffer.concat(data).toString('latin1'))?.[1];
  mended.push(`Content-Type: ${boundary ? `multipart/${node.multipart}; boundary="${boundary}"` : 'text/plain'}\r\n`);
}

/** Below or above other texts it has words that these may not have, and is kept as a file. */
function isOneOfForms({ parentNode }: MimeNode): boolean {
  return parentNode !== false && parentNode.multipart === 'alternative';
}

async function mendText(part: Part): Promise<void> {
  const { node, mended } = part;
  const { headers, filename, disposition, charset, delSp } = node;
  if (otherForm.test(node.contentType || '') && !disposition && !isOneOfForms(node))
    mended.push('Content-Disposition: attachment\r\n');
  const misspelt = filename || disposition === 'attachment' ? undefined : misspelled.get(node.contentType || '');
  const contentType = misspelt ?? node.contentType;
  if (!headers || !/^text\/(?:plain|html|calendar)$/.test(contentType || '')) return;
  const isBelowPicture = contentType !== 'text/calendar' && textBelowPicture.test(filename || '');
  const bytes = await buffer(node.getDecoder().end(Buffer.concat(part.body)));
  const isFlowed = node.flowed && bytes.length > 0 && (isBelowPicture || disposition !== 'attachment');
  const ofHtml = !charset && contentType === 'text/html' ? charsetInHtml(bytes) : null;
  const others = otherCharset(charset || ofHtml || 'utf-8', bytes);
  const inHtml = ofHtml && others.length === 0 ? [`charset=${ofHtml}`] : [];
  const added = [...(isFlowed ? ['format=fixed'] : []), ...others, ...inHtml];
  const [type, ...own] = (headers.getFirst('Content-Type') || 'text/plain').split(';');
  if (isBelowPicture) mended.push('Content-Disposition: inline\r\n');
  if (added.length > 0 || misspelt) mended.push(`Content-Type: ${[misspelt ?? type, ...added, ...own].join(';')}\r\n`);
  if (!isFlowed) return;
  mended.push('Content-Transfer-Encoding: base64\r\n');
  const text = Buffer.from(`${unflowed(bytes.toString('latin1'), delSp)}\n`, 'latin1');
  part.body = [Buffer.from(`${text.toString('base64')}\r\n`)];
}

/** What a text is written in where that is not what it names: by one byte for each character, or in UTF-8, which others are hardly ever like. */
function otherCharset(named: string, bytes: Buffer): string[] {
  const encoding = encodingOf(named);
  if (!isUtf8(bytes)) return encoding === 'utf-8' && isOneByte(bytes) ? ['charset=windows-1252'] : [];
  return /^$|^(?:windows|iso-8859|koi8|ibm)|mac/.test(encoding) && isMeantAsUtf8(bytes) ? ['charset=utf-8'] : [];
}

/** Whether nothing of it is UTF-8 but what is ASCII. */
function isOneByte(bytes: Buffer): boolean {
  return !isUtf8(bytes) && !/[\xc2-\xf4][\x80-\xbf]/.test(bytes.toString('latin1'));
}

/**
 * Three characters in UTF-8 are no accident. One or two of another script than our languages have may be: "SPÓŁKA" in ISO-8859-2, or a capital
 * letter before a sign.
 */
function isMeantAsUtf8(bytes: Buffer): boolean {
  if (isAscii(bytes)) return false;
  return bytes.filter((byte) => byte >= 0xc0).length > 2 || !/[\u0080-\u009f\u0180-\u1fff]/.test(bytes.toString());
}

/** Headers are read as UTF-8: old programs write names and subjects by one byte for each character. */
function headersOf(node: MimeNode): Buffer {
  const headers = node.getHeaders();
  return isOneByte(headers) ? Buffer.from(new TextDecoder('windows-1252').decode(headers)) : headers;
}

/** What HTML itself says of its characters. That it says so in ASCII shows that it is not UTF-16. */
function charsetInHtml(bytes: Buffer): string | null {
  const [, name = ''] = /<meta\b[^>]{0,200}?\bcharset ?= ?["']?([\w.:-]{1,40})/i.exec(bytes.toString('latin1', 0, 4_096)) ?? [];
  return name === '' || encodingOf(name).startsWith('utf-16') ? null : name;
}

/** Empty for a name that nobody knows. */
function encodingOf(charset: string): string {
  try {
    return new TextDecoder(charset).encoding;
  } catch {
    return '';
  }
}

/** RFC 3676: a line that ends with a space goes on in the next one, where that is as deep in quotes. */
function unflowed(text: string, hasOwnSpaces: boolean): string {
  const paragraphs: { depth: number; words: string; goesOn: boolean }[] = [];
  for (const line of text.split(/\r?\n/)) {
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
