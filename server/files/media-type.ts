// biome-ignore-all lint/suspicious/noControlCharactersInRegex: the bytes of a file are what they are.

import { type EvidenceType, evidenceKinds, type Kind, kindOf } from '#forms/evidence-kinds.ts';
import type { EvidenceLimits } from '#forms/evidence-rules.ts';
import { emailActor } from '#server/core/audit/audit-event.ts';
import { evidenceRefusals, tooLarge } from './evidence-refusals.ts';

/** How many bytes of a file's beginning, and of its end, are examined. */
export const headBytes = 4_100;
export const tailBytes = 65_557;

/** The type of a file and what is to be known of it, or a sentence for its sender that says why it is refused. */
type Sniffed = { kind: 'known'; mediaType: EvidenceType; note: string | null } | { kind: 'refused'; message: string };

type Sniffable = {
  name: string;
  addedBy: string;
  head: Buffer;
  /** Null while only the beginning is there. What depends on the end is then not asked yet. */
  tail: Buffer | null;
  /** Reads the whole file again, which few kinds need. */
  scan?: () => AsyncIterable<Buffer>;
};

const kinds = Object.entries<Kind>(evidenceKinds) as [EvidenceType, Kind][];

/**
 * Finds out what a file is by its content. It refuses kinds that are not in the table, documents with programs in them, and files that
 * a browser would show and another program would take for something else: a picture that is also a PDF, an archive or a page.
 */
export async function sniff({ name, addedBy, head, tail, scan }: Sniffable): Promise<Sniffed> {
  const refused = (message: string): Sniffed => ({ kind: 'refused', message });
  const bytes = head.toString('latin1');
  const ends = bytes + (tail?.toString('latin1') ?? '');
  const text = textOf(head);
  const begun = kinds.filter(([, { begins, of, isOfEmail }]) => {
    if (isOfEmail && addedBy !== emailActor.id) return false;
    return text === null ? of !== 'text' && begins.test(ends) : of !== undefined && begins.test(text);
  });
  const parts = tail && begun.some(([, { holds }]) => holds) ? await partsOf(head, tail, scan?.() ?? none()) : null;
  if (parts && /^EncryptedPackage$/m.test(parts)) return refused(evidenceRefusals.locked);
  const fitting = begun.filter(([, { holds }]) => parts === null || !holds || holds.test(parts));
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const named = fitting.find(([, { of, extensions }]) => of === 'text' && extensions.includes(extension));
  const [mediaType, kind] = (fitting[0]?.[1].of === 'text' && named) || (fitting[0] ?? []);
  if (!mediaType || !kind) {
    const isActive = active.test(text ?? bytes);
    return refused(evidenceRefusals[documentName.test(name) ? 'otherDocument' : isActive ? 'active' : 'unknownType']);
  }
  if (parts && /vbaProject|^Basic\//m.test(parts)) return refused(evidenceRefusals.macros);
  if (kind.of === 'text' && tail && !isUtf16(head) && controls.test(tail.toString('latin1')))
    return refused(evidenceRefusals.unknownType);
  if (activeName.test(name) || isAlsoSomethingElse(kind, bytes, tail)) return refused(evidenceRefusals.disguised);
  const hasSoundAlone = tail !== null && [head, tail].some(isMovieOfSound);
  const isEncrypted = kind.name === 'PDF' && tail && (await look(scan?.() ?? none(), ['/Encrypt'])).found.length > 0;
  const note = isEncrypted ? encrypted : null;
  return { kind: 'known', mediaType: (hasSoundAlone && kind.withoutPictures) || mediaType, note };
}

/** Why a file of this kind and size is refused; null where it is not. */
export function refusalOfSize(mediaType: EvidenceType, size: number, limits: EvidenceLimits): string | null {
  const largest = largestOf(mediaType, limits);
  return size > largest ? tooLarge(kindOf(mediaType).group, largest) : null;
}

export function largestOf(mediaType: EvidenceType, limits: EvidenceLimits): number {
  const { bytes, group } = kindOf(mediaType);
  return bytes ?? limits.file[group];
}

/** Names of documents that can be saved as a PDF, such as those of older programs, whatever is in them. */
const documentName = /\.(?:docx?|dot|wpd|wps|pages|xlsx?|ods|numbers|pptx?|odp|key|odt|xps)$/i;

/** The beginnings of web pages and other markup, scripts, programs and archives, which nobody should send some other way. */
const active = /^(?:\s{0,99}<|#!|MZ|\x7fELF|PK\x03\x04|Rar!|7z\xbc\xaf|\x1f\x8b|BZh|\xfd7zXZ)/;

const encrypted = 'It is encrypted, and may ask for a password.';

/** Characters that no text has, but for a tabulator, ends of lines and pages, the escapes of some e-mails and the end of old files. */
const controls = /[\0-\x08\x0b\x0e-\x19\x1c-\x1f\x7f]/;

const isUtf16 = (head: Buffer): boolean => /^(?:\xff\xfe|\xfe\xff)/.test(head.toString('latin1', 0, 2));

/** The beginning of a text, without its byte order mark: UTF-8, UTF-16 where a mark says so, or one byte for a character; null for others. */
function textOf(head: Buffer): string | null {
  const encoding = isUtf16(head) ? (head[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  const isOne = (text: string) => !controls.test(text);
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
    return isOne(text) ? text : null;
  } catch {
    const text = head.toString('latin1');
    // Windows has no characters for these bytes.
    return isOne(text) && !/[\x81\x8d\x8f\x90\x9d]/.test(text) ? text : null;
  }
}

/**
 * The names of the parts of a document, one a line: of a compound file those that matter, and of a ZIP those in its directory, and those
 * of programs, wherever they are.
 */
async function partsOf(head: Buffer, tail: Buffer, pieces: AsyncIterable<Buffer>): Promise<string> {
  const isZip = head[0] === 0x50;
  if (!isZip) return (await look(pieces, ['__properties_version1.0', 'EncryptedPackage'], 'utf16le')).found.join('\n');
  const { found, part } = await look(pieces, ['vbaProject', 'Basic/script-lc.xml'], 'latin1', directoryOf(tail));
  return [...namesInZip(part), ...found].join('\n');
}

type Part = { from: number; to: number };

/** Looks for texts anywhere in a file, in one reading that gives a part of it too. */
async function look(
  pieces: AsyncIterable<Buffer>,
  texts: string[],
  encoding: 'latin1' | 'utf16le' = 'latin1',
  { from, to }: Part = { from: 0, to: 0 },
): Promise<{ found: string[]; part: Buffer }> {
  const found = new Set<string>();
  const part: Buffer[] = [];
  let [at, last] = [0, Buffer.alloc(0)];
  for await (const piece of pieces) {
    const read = Buffer.concat([last, piece]);
    for (const text of texts) if (read.includes(text, 0, encoding)) found.add(text);
    last = read.subarray(-64);
    // A copy, because the memory of the piece is used again.
    if (at < to && at + piece.length > from) part.push(Buffer.from(piece.subarray(Math.max(0, from - at), to - at)));
    at += piece.length;
  }
  return { found: [...found], part: Buffer.concat(part) };
}

/** The most of a ZIP's directory that is read: that of 40,000 parts with long names. */
const maxDirectoryBytes = 4 * 1024 ** 2;

/** Where a ZIP says at its end that its directory is. A document within an archive has a directory too, and does not count. */
function directoryOf(tail: Buffer): Part {
  const end = tail.lastIndexOf('PK\x05\x06', -1, 'latin1');
  if (end < 0 || end + 20 > tail.length) return { from: 0, to: 0 };
  // Some programs write these numbers in 64 bits, in a record before the end.
  const wide = tail.lastIndexOf('PK\x06\x06', end, 'latin1');
  const isWide = tail.readUInt32LE(end + 16) === 0xffffffff && wide >= 0 && wide + 56 <= tail.length;
  const numberAt = (at: number, wideAt: number) =>
    isWide ? Number(tail.readBigUInt64LE(wide + wideAt)) : tail.readUInt32LE(end + at);
  const from = numberAt(16, 48);
  return { from, to: from + Math.min(numberAt(12, 40), maxDirectoryBytes) };
}

/** The names in a ZIP's directory. An entry has 46 bytes before its name, and up to two more fields after it. */
function namesInZip(directory: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === zipEntry; ) {
    const [name, extra, comment] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field)) as [number, number, number];
    names.push(directory.toString('latin1', at + 46, at + 46 + name));
    at += 46 + name + extra + comment;
  }
  return names;
}

const zipEntry = 0x02014b50;

async function* none(): AsyncGenerator<Buffer> {}

/** Whether a film's index is in these bytes, and names sound and no pictures. */
function isMovieOfSound(bytes: Buffer): boolean {
  const at = bytes.indexOf('moov');
  if (at < 4 || at - 4 + bytes.readUInt32BE(at - 4) > bytes.length) return false;
  const index = bytes.toString('latin1', at, at - 4 + bytes.readUInt32BE(at - 4));
  return /hdlr.{8}soun/s.test(index) && !/hdlr.{8}vide/s.test(index);
}

const activeName =
  /\.(x?html?|shtml|xht|mht(ml)?|svgz?|xml|xsl|m?jse?|cjs|css|php|py|rb|pl|jsp|aspx?|exe|com|bat|cmd|msi|scr|dll|pif|cpl|ps1|vb[se]|ws[fh]|sh|reg|jar|apk|hta|lnk|url|iso|img)$/i;

/**
 * Whether a file is something else too. Readers of PDF look for its beginning in the first kilobyte; old browsers looked for markup at
 * any beginning. Documents that are only saved are what their name says to whoever opens them; a text must not be a page.
 */
function isAlsoSomethingElse({ group, of, name }: Kind, bytes: string, tail: Buffer | null): boolean {
  const hasMarkup = /<(!doctype html|html|head|body|script|iframe|svg)[\s>/]/i.test(bytes);
  if (group !== 'paper') return hasMarkup || /%pdf-/i.test(bytes) || endsAsArchive(tail);
  if (of === 'both') return endsAsArchive(tail);
  return of === 'text' && ['TXT', 'CSV'].includes(name) && hasMarkup;
}

/** Whether a file can be read as a ZIP, which is read from its end: the record there has the length of the comment after it. */
function endsAsArchive(tail: Buffer | null): boolean {
  const bytes = tail ?? Buffer.alloc(0);
  for (
    let at = bytes.lastIndexOf('PK\x05\x06', -1, 'latin1');
    at >= 0;
    at = at > 0 ? bytes.lastIndexOf('PK\x05\x06', at - 1, 'latin1') : -1
  )
    if (at + 22 <= bytes.length && at + 22 + bytes.readUInt16LE(at + 20) === bytes.length) return true;
  return false;
}
