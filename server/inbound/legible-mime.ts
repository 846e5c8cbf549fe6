import { isUtf8 } from 'node:buffer';
import PostalMime, { type Email, type PostalMimeOptions } from 'postal-mime';

type Header = { value: string; params: Record<string, string | undefined> };

/** What postal-mime 4.0.0 has of a part, and its types leave out. */
type MimeNode = {
  childNodes: MimeNode[];
  content: ArrayBuffer | null;
  contentType: { parsed: Header; multipart: string | false };
  contentDisposition: { parsed: Header };
  decodeFlowedText: (text: string, hasOwnSpaces: boolean) => string;
};

type Parser = {
  root: MimeNode;
  parse: (raw: Uint8Array) => Promise<Email>;
  /** Sorts a part, and those within it, into text and files, once all are there. */
  collectNode: (node: MimeNode, ...within: unknown[]) => Promise<void>;
};

/** Exchange calls the text below a picture so, and makes it a file. */
const textBelowPicture = /^ATT\d{5}\.(?:html?|txt)$/i;

/** The first line that parts what follows, as far as its looks go: headers stand below it. */
const delimiter = /^--([^\r\n"\\]{0,199}[^\s"\\])[ \t]*\r?\n(?=content-)/im;

/** More are no mistake of a program's. Each is read again as a whole. */
const mostMended = 10;

/**
 * Parses an e-mail by postal-mime with all of its words, which the library 4.0.0 by itself does not find: of `format=flowed` it joins the lines
 * of quotes with their marks, and what follows a quote with it; a text that names no characters is UTF-8 for it, also where its bytes cannot
 * be, as of old programs, so that a pound sign is lost; and of a multipart whose boundary is missing or another one it shows nothing.
 * `isBroken`: it has such a multipart.
 */
export async function parseLegibly(raw: Uint8Array, options: PostalMimeOptions): Promise<Email & { isBroken: boolean }> {
  const parser = openParser(options);
  const collect = parser.collectNode.bind(parser);
  let mended = 0;
  parser.collectNode = async (node, ...within) => {
    if (isUnparted(node)) await part(node, mended++ < mostMended ? options : null);
    if (!node.contentType.multipart) makeLegible(node);
    return collect(node, ...within);
  };
  const email = await parser.parse(raw);
  return { ...email, isBroken: mended > 0 };
}

function openParser(options: PostalMimeOptions): Parser {
  return new PostalMime(options) as unknown as Parser;
}

function isUnparted({ contentType, childNodes, content }: MimeNode): boolean {
  return contentType.multipart !== false && childNodes.length === 0 && bytesIn(content).toString('latin1').trim() !== '';
}

/** Parts a multipart by the boundary that it seems to have; without one, or `options`, it is a text. */
async function part(node: MimeNode, options: PostalMimeOptions | null): Promise<void> {
  const body = bytesIn(node.content);
  const boundary = options && delimiter.exec(body.toString('latin1'))?.[1];
  if (!boundary) {
    node.contentType = { parsed: { value: 'text/plain', params: {} }, multipart: false };
    return;
  }
  const header = Buffer.from(`Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n`);
  const parser = openParser(options);
  parser.collectNode = async () => {};
  await parser.parse(Buffer.concat([header, body]));
  node.childNodes = parser.root.childNodes;
}

function makeLegible(node: MimeNode): void {
  const { params, value } = node.contentType.parsed;
  const disposition = node.contentDisposition.parsed;
  if (textBelowPicture.test(disposition.params.filename ?? params.name ?? '')) disposition.value = 'inline';
  if (value.startsWith('text/') && !params.charset && !isUtf8(bytesIn(node.content))) params.charset = 'windows-1252';
  node.decodeFlowedText = unflowed;
}

function bytesIn(content: ArrayBuffer | null): Buffer {
  return Buffer.from(content ?? new ArrayBuffer());
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
