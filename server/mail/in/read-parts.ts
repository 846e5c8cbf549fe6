/** Runs in the process that reads long e-mails too, which may load no other folder. */

import PostalMime, { type Address, type Attachment, type Email, type PostalMimeOptions } from 'postal-mime';
import { isShort, wordsOf } from './email-words.ts';

/**
 * A part of an e-mail that is not its text. `isShown`: a picture that the text shows where it belongs. `isInner`: it is in the attached e-mail
 * or the winmail.dat before it. `isOpened`: it is a winmail.dat, and its files follow it.
 */
export type Part = Attachment & { isShown: boolean; isInner: boolean; isOpened: boolean };

const signedNote = '[This email is signed (S/MIME). The signature was not checked.]';
const brokenNote =
  '[The parts of this email are not marked as they should be. What was found of it is shown; it can be saved as it came.]';
const encryptedNote = '[This email is encrypted and cannot be read here. Ask its sender to send it without encryption.]';
const encryptedText = /^-----BEGIN PGP MESSAGE-----$.*?(?:^-----END PGP MESSAGE-----$|$(?!.))/gms;
/** Programs leave some where a picture was, or the words of another part begin. */
const emptyLines = /\n(?:[ \t]*\r?\n){2,}/g;

/**
 * `text`: its words, whatever they were written in. `isSigned`: they are within a signature, which nobody has checked. `isReaction`: somebody
 * chose one of Gmail's or Outlook's faces, and wrote nothing.
 */
export type ReadEmail = Omit<Email, 'attachments' | 'text' | 'html'> & {
  text: string;
  isSigned: boolean;
  isReaction: boolean;
  attachments: Part[];
};

/** An e-mail has something that is read only where time and memory are limited. */
export class NeedsLimits extends Error {}

type Options = PostalMimeOptions & { isLimited: boolean };

/**
 * Parses an e-mail, and those that are attached to it or signed in it: their files follow them, and their words its own. What is attached to
 * these is not opened. Throws `NeedsLimits` unless there are some.
 */
export async function readParts(raw: Uint8Array, options: Options): Promise<ReadEmail> {
  const email = await parse(raw, options);
  const face = reactionIn(email);
  if (face !== null) {
    const { html: _, ...reaction } = email;
    const attachments = partsOf(email, false).filter(({ isShown }) => isShown);
    return { ...reaction, text: `Reacted with ${face}`, isSigned: false, isReaction: true, attachments };
  }
  const attachments: Part[] = [];
  const texts = [email.text.trim()];
  let isSigned = false;
  for (const part of partsOf(email, false)) {
    const packed = isTnef(part) ? await packedIn(part) : [];
    const file = { ...part, isOpened: packed.length > 0 };
    attachments.push(file, ...packed);
    const signed = isSignature(part) ? await contentOf(part) : null;
    if (signed === null && !isEmail(part)) continue;
    // One that cannot be read is a file as any other.
    const inner = await parse(signed ?? bytesOf(part.content), options).catch((error) => {
      if (error instanceof NeedsLimits) throw error;
      return null;
    });
    if (!inner) continue;
    isSigned ||= signed !== null;
    // Programs name a file after the e-mail, or leave that to whoever saves it.
    if (signed === null && inner.subject) file.filename ||= `${inner.subject}.eml`;
    attachments.push(...partsOf(inner, true));
    texts.push(signed ? `${inner.text.trim()}\n\n${signedNote}` : forwarded(inner));
  }
  const { html: _, ...rest } = email;
  // A report that somebody attached is a letter as any other.
  const isReport = attachments.some((part) => !part.isInner && /^message\/(?:global-)?delivery-status$/.test(part.mimeType));
  return { ...rest, text: (isReport ? texts.slice(0, 1) : texts).join('\n\n').trim(), isSigned, isReaction: false, attachments };
}

/** What Outlook writes above the e-mail that it quotes, with the face as a picture. */
const outlookReaction =
  /^(\[[\p{L} ]{1,20}\]|\p{Extended_Pictographic}\S{0,9}) \S.{0,100} reacted to your message:?\s*(?:$|[_-]{8}|From:|(?:>[^\n]*(?:\n\s*(?=>)|$))+$)/u;

/** Gmail sends a sentence in the reader's language beside it, and quotes the e-mail below. Where there is more, somebody wrote that. */
function reactionIn(email: Email & { text: string }): string | null {
  const { text, attachments } = email;
  const inOutlook = outlookReaction.exec(text)?.[1];
  if (inOutlook && partsOf(email, false).every(({ isShown }) => isShown)) return inOutlook;
  const [part, ...others] = attachments;
  if (part?.mimeType !== 'text/vnd.google.email-reaction+json' || others.length > 0 || !isShort(withoutQuote(text))) return null;
  const [, face = null] = /"emoji"\s*:\s*"([^\p{L}\s\p{Cc}"\\]{1,20})"/u.exec(bytesOf(part.content).toString()) ?? [];
  return face;
}

/** A text without the quote in it, and without the lines above that say whose words it has. */
function withoutQuote(text: string): string {
  const paragraphs = text.split(/\n[ \t]*\n/);
  const at = paragraphs.findIndex((one) => one.startsWith('>'));
  const from = paragraphs[at - 1]?.trimEnd().endsWith(':') ? at - 1 : at;
  return at < 0 ? text : paragraphs.toSpliced(from, at + 1 - from).join('\n');
}

/** Its words are its `text`, and those parts that are text are not among its files. */
async function parse(raw: Uint8Array, options: Options): Promise<Email & { text: string }> {
  const { legibleMime } = await import('./legible-mime.ts');
  const { raw: legible, isBroken } = await legibleMime(raw);
  const email = await PostalMime.parse(legible, options);
  const { html, attachments } = email;
  if (!options.isLimited && (html || attachments.some((part) => isCalendar(part) || isSignature(part) || isTnef(part))))
    throw new NeedsLimits();
  const read = (await wordsOf(email)).replaceAll(encryptedText, encryptedNote);
  const words = read.replaceAll(emptyLines, '\n\n').trim();
  const invitations = await invitationsIn(attachments.filter(isCalendar), words === '');
  const isEncrypted = (await Promise.all(attachments.map(isEncryption))).includes(true);
  const notes = [...(isEncrypted ? [encryptedNote] : []), ...(isBroken ? [brokenNote] : [])];
  return { ...email, text: [words, ...invitations, ...notes].filter((one) => one !== '').join('\n\n') };
}

/** Of signing and encrypting an e-mail (S/MIME, PGP), with nothing for people to look at. What S/MIME has encrypted is kept, for who has the key. */
export function isSeal(part: Attachment): boolean {
  const isNamed = /^application\/(?:(?:x-)?pkcs7-signature|pgp-\w+)$/.test(part.mimeType);
  return isNamed || bytesOf(part.content).subarray(0, 30).toString().startsWith('-----BEGIN PGP ');
}

/** One that is beside what it signs has another type. */
function isSignature({ mimeType, filename }: Attachment): boolean {
  return /^application\/(?:x-)?pkcs7-mime$/.test(mimeType) || /\.p7m$/i.test(filename ?? '');
}

async function isEncryption(part: Attachment): Promise<boolean> {
  return part.mimeType === 'application/pgp-encrypted' || (isSignature(part) && (await contentOf(part)) === null);
}

async function contentOf({ content }: Attachment): Promise<Buffer | null> {
  const { signedContent } = await import('./signed-content.ts');
  return signedContent(bytesOf(content));
}

function isTnef({ mimeType, filename }: Attachment): boolean {
  return /^application\/(?:vnd\.)?ms-tnef$/.test(mimeType) || /^winmail\.dat$/i.test(filename ?? '');
}

/** The files in a winmail.dat; none where it is broken, so that it is kept as it is. */
async function packedIn({ content }: Part): Promise<Part[]> {
  const { filesInTnef } = await import('./tnef.ts');
  try {
    return filesInTnef(bytesOf(content)).map(({ name, mimeType, bytes, isShown }) => ({
      filename: name,
      mimeType,
      content: bytes,
      disposition: isShown ? 'inline' : 'attachment',
      isShown,
      isInner: true,
      isOpened: false,
    }));
  } catch {
    return [];
  }
}

/** Each once: some programs send one as a form of the text, and attach it too. */
async function invitationsIn(calendars: Attachment[], isAlone: boolean): Promise<string[]> {
  if (calendars.length === 0) return [];
  const { invitationText } = await import('./invitation.ts');
  return [...new Set(calendars.map(({ content }) => invitationText(bytesOf(content).toString(), isAlone) ?? ''))];
}

/** Some programs attach one as a file of any kind. */
export function isCalendar({ mimeType, filename }: Attachment): boolean {
  return /^(?:text\/calendar|application\/ics)$/.test(mimeType) || /\.ics$/i.test(filename ?? '');
}

/** An attached e-mail as most programs write one into a text, with its date as its sender's program wrote it. */
function forwarded({ from, to = [], subject = '', headers, text }: Email): string {
  const date = headers.find(({ key }) => key === 'date')?.value ?? '';
  const head = { From: addressesIn(from ? [from] : []), Date: date, Subject: subject, To: addressesIn(to) };
  const lines = Object.entries(head).flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`]));
  return ['---------- Forwarded message ----------', ...lines, '', text].join('\n');
}

function addressesIn(list: Address[]): string {
  const mailboxes = list.slice(0, 20).flatMap((one) => one.group ?? [one]);
  return mailboxes.map(({ name, address }) => (name ? `${name} <${address}>` : address)).join(', ');
}

export function bytesOf(content: Attachment['content']): Buffer {
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as Uint8Array);
}

function partsOf({ attachments, html = '' }: Email, isInner: boolean): Part[] {
  const parts = attachments.map((part) => {
    const id = part.contentId?.replaceAll(/^<|>$/g, '');
    const isShown = Boolean(id) && [id, encodeURIComponent(id ?? '')].some((one) => html.includes(`cid:${one}`));
    return { ...part, isShown, isInner, isOpened: false };
  });
  return [...parts, ...Array.from(html.matchAll(writtenPicture), (match, index) => pictureIn(match, index, isInner))];
}

/** Some programs write a picture into the HTML itself. */
const writtenPicture = /src=["']data:(image\/([a-z]{1,9}));base64,([^"']+)/gi;

function pictureIn([, mimeType = '', kind, text = '']: RegExpExecArray, index: number, isInner: boolean): Part {
  const [filename, content] = [`picture-${index + 1}.${kind}`, Buffer.from(text, 'base64')];
  return { filename, mimeType, content, disposition: 'inline', isShown: true, isInner, isOpened: false };
}

/** Some programs attach one as a file of any kind. */
export function isEmail({ mimeType, filename }: Attachment): boolean {
  return /^message\/(?:rfc822|global)$/.test(mimeType) || /\.eml$/i.test(filename ?? '');
}
