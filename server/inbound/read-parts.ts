/** Runs in the process that reads long e-mails too, which may load no other folder. */

import PostalMime, { type Attachment, type Email, type PostalMimeOptions } from 'postal-mime';
import { wordsOf } from './email-words.ts';

/**
 * A part of an e-mail that is not its text. `isShown`: a picture that the text shows where it belongs. `isInner`: it is in the attached e-mail
 * before it.
 */
export type Part = Attachment & { isShown: boolean; isInner: boolean };

/** `text`: its words, whatever they were written in. */
export type ReadEmail = Omit<Email, 'attachments' | 'text' | 'html'> & { text: string; attachments: Part[] };

/** Parses an e-mail, and those that are attached to it: their files follow them. What is attached to these is not opened. */
export async function readParts(raw: Uint8Array, options: PostalMimeOptions): Promise<ReadEmail> {
  const { text, html, ...email } = await PostalMime.parse(raw, options);
  const attachments: Part[] = [];
  for (const part of partsOf({ ...email, html }, false)) {
    attachments.push(part);
    if (!isEmail(part)) continue;
    // One that cannot be read is a file as any other.
    const inner = await PostalMime.parse(bytesOf(part.content), options).catch(() => null);
    if (inner) attachments.push(...partsOf(inner, true));
  }
  return { ...email, text: wordsOf({ text, html }), attachments };
}

export function bytesOf(content: Attachment['content']): Buffer {
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as Uint8Array);
}

function partsOf({ attachments, html = '' }: Email, isInner: boolean): Part[] {
  return attachments.map((part) => {
    const id = part.contentId?.replaceAll(/^<|>$/g, '');
    const isShown = Boolean(id) && [id, encodeURIComponent(id ?? '')].some((one) => html.includes(`cid:${one}`));
    return { ...part, isShown, isInner };
  });
}

/** Some programs attach one as a file of any kind. */
function isEmail({ mimeType, filename }: Attachment): boolean {
  return /^message\/(?:rfc822|global)$/.test(mimeType) || /\.eml$/i.test(filename ?? '');
}
