import type { Attachment, Email } from 'postal-mime';
import { ownIdHeader } from '#server/mail/out/email-text.ts';

/** What a mail server says of an e-mail that it took (RFC 3464, RFC 6533). */
export type DeliveryReport = {
  /**
   * `failed`: it will not be delivered, whatever its status says: Postfix's may be temporary (4.4.1). `delayed`: it is tried again, or was
   * given up: OpenSMTPD's last word is the same. `other`: it was delivered or handed on.
   */
  action: 'failed' | 'delayed' | 'other';
  /** The mail server's own words. */
  detail: string;
  /** Of whom it says that: the addresses that the e-mail was sent to, and those to which they lead. */
  recipients: string[];
  /** To whom the e-mail says that it went; empty where nothing of it came back. */
  sentTo: string[];
  /** Where the e-mail is named: in a header of ours, by its Message-ID, or by the newest one of the report's thread. */
  named: string[];
  /** To whom answers to the e-mail go, and when it was written: what is left of one whose Message-ID a provider has replaced. */
  replyTo: string;
  sentAt: number;
};

/** How much of the e-mail that came back is read: its headers. */
const headBytes = 64 * 1024;

const statusType = /^message\/(global-)?delivery-status$/;
const returnedType = /^(message\/(rfc822|global|global-headers)|text\/rfc822-headers)$/;

/** The report that an e-mail is; null for one that is none. Some servers (OpenSMTPD) send it as `multipart/mixed`. */
export function readDeliveryReport(email: Pick<Email, 'headers' | 'attachments' | 'from' | 'text'>): DeliveryReport | null {
  const status = email.attachments.find(({ mimeType }) => statusType.test(mimeType));
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value ?? '';
  if (!status || !(/^multipart\/report/i.test(header('content-type')) || isFromMailServer(email))) return null;
  const recipients = textOf(status)
    .split(/\r?\n\r?\n/)
    .map(fieldsIn)
    .filter((fields) => fields.has('action'));
  // One recipient may have got what another refused. A comment may follow an action.
  const about = (action: string) => recipients.filter((one) => one.get('action')?.toLowerCase().split(/[ (]/)[0] === action);
  const failed = about('failed');
  const named = failed.length > 0 ? failed : about('delayed');
  const [fields] = named;
  const returned = email.attachments.find(({ mimeType }) => returnedType.test(mimeType));
  const original = fieldsIn(
    returned
      ? (textOf(returned)
          .trimStart()
          .split(/\r?\n\r?\n/, 1)[0] ?? '')
      : '',
  );
  const newest = `${header('references')} ${header('in-reply-to')}`.match(/<[^<>]*>/g)?.at(-1);
  return {
    action: failed.length > 0 ? 'failed' : fields ? 'delayed' : 'other',
    detail: fields ? wordsOf(fields, email.text ?? '') : '',
    recipients: named
      .flatMap((one) => ['original-recipient', 'final-recipient'].map((name) => addressIn(one, name)))
      .filter(Boolean),
    sentTo: (original.get('to') ?? '').split(/[\s<>,;"]/).filter((one) => one.includes('@')),
    named: [original.get(ownIdHeader.toLowerCase()), original.get('message-id') ?? newest].filter((id) => id !== undefined),
    replyTo: original.get('reply-to') ?? '',
    sentAt: Date.parse(original.get('date') ?? ''),
  };
}

/** Whether a mail server wrote it, and nobody: its own e-mails have an empty sender (RFC 5321). */
export function isFromMailServer({ headers, from }: Pick<Email, 'headers' | 'from'>): boolean {
  const returnPath = headers.find(({ key }) => key === 'return-path')?.value.trim();
  return returnPath === '<>' || /^(mailer-daemon|postmaster)@/i.test(from?.address ?? '');
}

/** What was said of a recipient: OpenSMTPD says it in the text alone, in a line that begins with the address. */
function wordsOf(fields: Map<string, string>, text: string): string {
  const said = fields.get('diagnostic-code')?.replace(/^[\w-]+\s*;\s*/, '');
  const address = addressIn(fields, 'final-recipient');
  const line = address && text.split('\n').find((one) => one.startsWith(`${address}: `));
  return said || (line ? line.slice(`${address}: `.length) : (fields.get('status') ?? ''));
}

/** The address of a field such as `Final-Recipient: rfc822; a@firm.example`, maybe in angle brackets; empty where it is missing. */
function addressIn(fields: Map<string, string>, name: string): string {
  return fields.get(name)?.replaceAll(/^[\w-]+\s*;\s*<?|>$/g, '') ?? '';
}

/** Header fields by their name in lower case, unfolded; of several of one name the first. */
function fieldsIn(text: string): Map<string, string> {
  const lines = text.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const fields = lines.flatMap((line) =>
    [...line.matchAll(/^([\w-]+)\s*:(.*)$/gs)].map(([, name = '', value = '']) => [name, value] as const),
  );
  return new Map(fields.toReversed().map(([name, value]) => [name.toLowerCase(), value.trim()]));
}

function textOf({ content }: Attachment): string {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);
  return bytes.subarray(0, headBytes).toString();
}
