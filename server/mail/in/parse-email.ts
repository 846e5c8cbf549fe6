import { createHash } from 'node:crypto';
import type { Address, Email } from 'postal-mime';
import { fileSize } from '#forms/file-size.ts';
import { typedText } from '#forms/typed-text.ts';
import { sameAddress } from '#server/core/email-address.ts';
import { ownIdHeader, subjectLine } from '#server/mail/out/email-text.ts';
import { type DeliveryReport, isFromMailServer, readDeliveryReport } from './delivery-report.ts';
import { type EmailFile, filesOf } from './email-files.ts';
import { childLimits, readMime } from './read-mime.ts';
import { maxEmailBytes } from './receive-inbound.ts';
import { isSenderProven } from './sender-proof.ts';

/** An e-mail that came in, as far as we read it. */
export type InboundEmail = {
  /** With angle brackets; null where it has none that looks like one. */
  messageId: string | null;
  /** The Message-ID that it says to have been sent with by us. */
  ownId: string | null;
  /** The Message-IDs that it names as those before it, the newest last. */
  references: string[];
  from: string;
  fromName: string;
  /** Everybody to whom it says that it goes. */
  recipients: string[];
  subject: string;
  text: string;
  /** Text was left out, because it is longer than any letter. */
  isCut: boolean;
  files: EmailFile[];
  /** To whom answers are to go; null where that is who sent it. */
  replyTo: string | null;
  /** Its headers say that a program or a list sent it, as they do of letters that a rule or a group has forwarded; `answer`: to one of ours. */
  automatic: 'answer' | 'other' | null;
  report: DeliveryReport | null;
  /** It is a face that somebody chose under an e-mail of ours, and needs no answer. */
  isReaction: boolean;
  isSenderProven: boolean;
  /** The same for the same e-mail by whichever way it comes, and for no other. */
  key: string;
};

const longestText = 100_000;

/** RFC 5321 has room for 254. */
const longestAddress = 320;

const maxReferences = 50;

const truncatedNote = `[This email is longer than ${fileSize(maxEmailBytes)}, and only its beginning is kept. Look in the mailbox for the rest, or ask for it again.]`;
const beginningNote =
  '[This email is too long to be read here as a whole. This is its beginning; the rest is in the email as it came.]';

/** Reads an e-mail; throws `Unreadable` where it is none. `authServId`: the name of the mail server whose word on senders counts. */
export async function parseEmail(raw: Uint8Array, authServId: string | null, limits = childLimits): Promise<InboundEmail> {
  const email = await readMime(raw, limits);
  const [sender] = mailboxes([email.from]);
  const from = addressIn(sender?.address ?? '');
  const whole = typedText(email.text.replaceAll('\0', ''));
  const text = whole.slice(0, longestText);
  const subject = subjectLine((email.subject ?? '').replaceAll('\0', ''));
  const messageId = idsIn(email.messageId ?? '')[0] ?? null;
  // A report that somebody attached is a file.
  const report = readDeliveryReport({ ...email, attachments: email.attachments.filter(({ isInner }) => !isInner) });
  const note = raw.length > maxEmailBytes ? truncatedNote : email.isBeginning ? beginningNote : null;
  const files = filesOf(email, note !== null);
  // Where nothing says which one it is, only the same bytes are the same e-mail: better twice in the tray than not at all.
  const bytes = messageId === null ? hashOf(raw) : '';
  return {
    messageId,
    ownId: idsIn(email.headers.find(({ key }) => key === ownIdHeader.toLowerCase())?.value ?? '')[0] ?? null,
    references: [...idsIn(email.references ?? ''), ...idsIn(email.inReplyTo ?? '')].slice(-maxReferences),
    from,
    fromName: subjectLine(sender?.name ?? ''),
    recipients: recipientsOf(email),
    subject,
    text: note === null ? text : `${text}\n\n${note}`.trim(),
    isCut: note !== beginningNote && text.length < whole.length,
    files,
    replyTo: replyToOf(email, from),
    automatic: automaticBy(email),
    report,
    isReaction: email.isReaction,
    isSenderProven: authServId !== null && !email.isSigned && isSenderProven(email.headers, from, authServId),
    key: hashOf(JSON.stringify([messageId, from.toLowerCase(), email.date ?? bytes, subject, whole, ...digestsOf(files)])),
  };
}

/** No address has spaces, or characters that turn the direction of what is read. */
function addressIn(typed: string): string {
  return typed.replaceAll(/[\s\p{Cc}\p{Cf}]/gu, '').slice(0, longestAddress);
}

/** Photographs that were sent one by one may differ in nothing else. Empty files never counted, and an e-mail keeps its key. */
function digestsOf(files: InboundEmail['files']): string[] {
  return files.flatMap(({ name, bytes }) => (bytes.length > 0 ? hashOf(bytes, name) : []));
}

function hashOf(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/**
 * Whatever goes into a header later must look like a Message-ID, and an index has room for some characters. PostgreSQL stores no NUL, so
 * that an e-mail with one in its Message-ID would come neither to a claim nor into the tray.
 */
export function idsIn(header: string): string[] {
  return header.slice(0, 20_000).match(/<[^\s\p{Cc}<>@"\\]{1,200}@[^\s\p{Cc}<>@"\\]{1,200}>/gu) ?? [];
}

function automaticBy(email: Email): InboundEmail['automatic'] {
  const header = (name: string) =>
    email.headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase() ?? '';
  const auto = header('auto-submitted');
  const precedence = header('precedence');
  if (/^auto-(replied|notified)/.test(auto) || /^auto/.test(precedence) || header('x-autoreply') || header('x-autorespond'))
    return 'answer';
  const isAuto = auto !== '' && auto !== 'no';
  const isOfList = header('list-id') || header('list-unsubscribe') || /^(bulk|list|junk)$/.test(precedence);
  return isAuto || isOfList || isFromMailServer(email) ? 'other' : null;
}

function replyToOf({ replyTo }: Email, from: string): string | null {
  const [address] = mailboxes(replyTo ?? []).map(({ address }) => addressIn(address));
  return !address || sameAddress(address, from) ? null : address;
}

function recipientsOf(email: Email): string[] {
  const delivered = email.headers
    .filter(({ key }) => ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'].includes(key))
    .map(({ value }) => value.trim().replace(/^<|>$/g, ''));
  const named = mailboxes([...(email.to ?? []), ...(email.cc ?? [])]).map(({ address }) => address);
  return [...delivered, ...named].slice(0, 200);
}

function mailboxes(addresses: (Address | undefined)[]): { name: string; address: string }[] {
  return addresses.flatMap((one) => {
    if (!one) return [];
    return one.group ? one.group : [{ name: one.name, address: one.address }];
  });
}
