import { cleanFileName } from '#server/files/file-name.ts';
import { otherForm } from './legible-mime.ts';
import { most } from './read-mime.ts';
import { bytesOf, isCalendar, isEmail, isSeal, type Part, type ReadEmail } from './read-parts.ts';

/** A file that an e-mail carries. `notKept`: why it is no evidence; null where it is to be kept. */
export type EmailFile = { name: string; bytes: Uint8Array; notKept: string | null };

/** A picture within the text that is smaller is an icon of a signature, or a logo. */
const iconBytes = 20_000;

const reasons = {
  icon: 'A small picture within the text, as of a signature. It is in the email as it came.',
  seal: 'It is part of how the email is signed or encrypted. It is in the email as it came.',
  opened: 'The files in it are listed one by one.',
  broken: 'The email is too long to be read as a whole, and this file was not whole.',
  beyond: `Of an email, ${most.files} files are looked at. The others are in the email as it came.`,
};

/**
 * The files that an e-mail carries, those that are not kept with why: also pictures within its text, and a calendar that is its text in
 * another form, but once; no other form of it. `isTruncated`: its last part is not whole.
 */
export function filesOf({ attachments, text }: ReadEmail, isTruncated: boolean): EmailFile[] {
  const attached = new Set(attachments.filter(({ disposition }) => disposition === 'attachment').flatMap(linesOfCalendar));
  const files = attachments.slice(0, most.files).flatMap((part, index): EmailFile[] => {
    const bytes = bytesAsSent(part);
    // A part that is empty and has no name is a mail program's, and no file that somebody chose.
    if ((bytes.length === 0 && !part.filename) || isRepeated(part, attached) || (text !== '' && isOtherForm(part))) return [];
    const reason = part.isOpened ? 'opened' : isIcon(part, bytes) ? 'icon' : isSeal(part) ? 'seal' : null;
    const notKept = reason && reasons[reason];
    const isBroken = isTruncated && isAtTheEnd(attachments, index);
    const name = part.filename?.replaceAll('\0', '') || unnamed(part, index);
    return [{ name, bytes, notKept: isBroken ? reasons.broken : notKept }];
  });
  const others = attachments.length - most.files;
  return others > 0 ? [...files, { name: `${others} more`, bytes: new Uint8Array(), notKept: reasons.beyond }] : files;
}

/** How many files are named where an e-mail belongs to no claim yet. */
const mostNamed = 20;

/** What is shown of an e-mail whose files are with no claim yet. */
export function textWithFiles({ text, files }: { text: string; files: EmailFile[] }): string {
  const names = files.flatMap(({ name, notKept }) => (notKept === null ? [cleanFileName(name)] : []));
  if (names.length === 0) return text;
  const others = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
  return `${text}\n\n[With ${names.slice(0, mostNamed).join(', ')}${others}]`.trim();
}

/** Programs name neither the e-mails that they attach nor calendars that are a form of the text. */
function unnamed(part: Part, index: number): string {
  if (isCalendar(part)) return 'invitation.ics';
  return isEmail(part) ? `email-${index + 1}.eml` : `attachment-${index + 1}`;
}

/** Of the e-mail as it is kept: its last file, and the attached e-mail that it is in. */
function isAtTheEnd(parts: Part[], index: number): boolean {
  return index === parts.length - 1 || (!parts[index]?.isInner && parts.slice(index + 1).every(({ isInner }) => isInner));
}

/** Gmail and Exchange send an invitation as a form of the text, and attach it too. `attached`: the lines of those calendars. */
function isRepeated(part: Part, attached: Set<string>): boolean {
  return part.disposition !== 'attachment' && linesOfCalendar(part).some((lines) => attached.has(lines));
}

/** Programs write a letter in a form of their own too, or that it was read (RFC 8098). */
function isOtherForm({ mimeType, filename, disposition }: Part): boolean {
  const isForPrograms = otherForm.test(mimeType) || mimeType === 'message/disposition-notification';
  return isForPrograms && !filename && disposition !== 'attachment';
}

/** None of any other file. */
function linesOfCalendar(part: Part): string[] {
  return isCalendar(part) ? [bytesOf(part.content).toString().replaceAll(/\s+/g, ' ').trim()] : [];
}

function bytesAsSent(part: Part): Uint8Array {
  const read = bytesOf(part.content);
  // postal-mime 4.0.0 gives its lines without CR, which RFC 5545 asks for.
  const isRewritten = /^(?:text\/calendar|application\/ics)$/.test(part.mimeType);
  return isRewritten ? Buffer.from(read.toString('latin1').replaceAll(/\r?\n/g, '\r\n'), 'latin1') : read;
}

/** Whether the text shows it, and it is small. A photograph is larger, or attached. */
function isIcon({ mimeType, filename, disposition, isShown }: Part, { length }: Uint8Array): boolean {
  const isPicture = mimeType.startsWith('image/') || /\.(?:png|gif|jpe?g)$/i.test(filename ?? '');
  return isShown && isPicture && disposition !== 'attachment' && length > 0 && length <= iconBytes;
}
