import { fileTypeFromBuffer } from 'file-type';
import { type EvidenceType, evidenceRefusals, evidenceTypes } from '#forms/evidence-rules.ts';

/** How many bytes of a file's beginning, and of its end, are examined. */
export const headBytes = 4_100;
export const tailBytes = 65_557;

/** The type of a file, or a sentence for its sender that says why it is refused. */
type Sniffed = { kind: 'known'; mediaType: EvidenceType } | { kind: 'refused'; message: string };

/**
 * Finds out what a file is by its content. It refuses other types, and files that another program would take for something else: a
 * picture that is also a PDF, an archive or a page, or whose name is that of a page or a program.
 */
export async function sniff(file: { name: string; head: Uint8Array; tail: Uint8Array | null }): Promise<Sniffed> {
  const found = await fileTypeFromBuffer(file.head);
  const mediaType = found && knownType(found.mime);
  if (!mediaType) return { kind: 'refused', message: evidenceRefusals.unknownType };
  const isDisguised = activeName.test(file.name) || hasSecondHead(mediaType, file.head) || endsAsArchive(file.tail);
  return isDisguised ? { kind: 'refused', message: evidenceRefusals.disguised } : { kind: 'known', mediaType };
}

/** The names that file-type has for variants of the same format. */
const variants: Record<string, EvidenceType> = {
  'image/heic-sequence': 'image/heic',
  'image/heif-sequence': 'image/heif',
  'video/x-m4v': 'video/mp4',
};

function knownType(mime: string): EvidenceType | undefined {
  return variants[mime] ?? (mime in evidenceTypes ? (mime as EvidenceType) : undefined);
}

const activeName =
  /\.(x?html?|shtml|xht|svgz?|xml|xsl|m?js|cjs|css|php|jsp|aspx?|exe|com|bat|cmd|msi|scr|dll|ps1|vbs|sh|jar|apk|hta|lnk)$/i;

/**
 * Whether a file also begins as something else. Readers of PDF look for its beginning in the first kilobyte; old browsers looked for
 * markup at any beginning.
 */
function hasSecondHead(mediaType: EvidenceType, head: Uint8Array): boolean {
  if (mediaType === 'application/pdf') return false;
  const text = Buffer.from(head).toString('latin1').toLowerCase();
  return text.includes('%pdf-') || /<(!doctype html|html|head|body|script|iframe|svg)[\s>/]/.test(text);
}

/** Whether a file can be read as a ZIP, which is read from its end: the record there has the length of the comment after it. */
function endsAsArchive(tail: Uint8Array | null): boolean {
  const bytes = Buffer.from(tail ?? []);
  for (
    let at = bytes.lastIndexOf('PK\x05\x06', -1, 'latin1');
    at >= 0;
    at = at > 0 ? bytes.lastIndexOf('PK\x05\x06', at - 1, 'latin1') : -1
  )
    if (at + 22 <= bytes.length && at + 22 + bytes.readUInt16LE(at + 20) === bytes.length) return true;
  return false;
}
