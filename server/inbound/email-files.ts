import type { Attachment, Email } from 'postal-mime';
import { fileSize } from '#forms/file-size.ts';
import { most } from './read-mime.ts';
import { maxEmailBytes } from './receive-inbound.ts';

/** A file that an e-mail carries. `notKept`: why it is no evidence; null where it is to be kept. */
export type EmailFile = { name: string; bytes: Uint8Array; notKept: string | null };

/** A picture within the text that is smaller is an icon of a signature, or a logo. */
const iconBytes = 20_000;

const reasons = {
  icon: 'A small picture within the text, as of a signature. It is in the email as it came.',
  broken: `The email is longer than ${fileSize(maxEmailBytes)}, and this file was not whole.`,
  beyond: `Of an email, ${most.files} files are looked at. The others are in the email as it came.`,
};

/**
 * The files that an e-mail carries, those that are not kept with why: also pictures within its text, but no calendar that is its text in
 * another form. Those of a list or a mail server are never looked at. `isTruncated`: its last part is not whole.
 */
export function filesOf({ attachments, html = '' }: Pick<Email, 'attachments' | 'html'>, isTruncated: boolean): EmailFile[] {
  const files = attachments.slice(0, most.files).flatMap((part, index): EmailFile[] => {
    const bytes = bytesOf(part);
    // A part that is empty and has no name is a mail program's, and no file that somebody chose.
    if ((bytes.length === 0 && !part.filename) || (isCalendar(part) && part.disposition !== 'attachment')) return [];
    const notKept = isIcon(part, bytes, html) ? reasons.icon : null;
    const isBroken = isTruncated && index === attachments.length - 1;
    const name = part.filename?.replaceAll('\0', '') || `attachment-${index + 1}`;
    return [{ name, bytes, notKept: isBroken ? reasons.broken : notKept }];
  });
  const others = attachments.length - most.files;
  return others > 0 ? [...files, { name: `${others} more`, bytes: new Uint8Array(), notKept: reasons.beyond }] : files;
}

const isCalendar = ({ mimeType }: Attachment): boolean => mimeType.startsWith('text/calendar');

function bytesOf(part: Attachment): Uint8Array {
  const { content } = part;
  const read = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
  // postal-mime 4.0.0 gives its lines without CR, which RFC 5545 asks for.
  return isCalendar(part) ? Buffer.from(Buffer.from(read).toString('latin1').replaceAll(/\r?\n/g, '\r\n'), 'latin1') : read;
}

/** Whether the text shows it by its Content-ID, and it is small. A photograph is larger, or attached. */
function isIcon({ mimeType, disposition, contentId = '' }: Attachment, { length }: Uint8Array, html: string): boolean {
  if (!mimeType.startsWith('image/') || disposition === 'attachment' || length === 0 || length > iconBytes) return false;
  const id = contentId.replaceAll(/^<|>$/g, '');
  return id !== '' && [id, encodeURIComponent(id)].some((one) => html.includes(`cid:${one}`));
}
