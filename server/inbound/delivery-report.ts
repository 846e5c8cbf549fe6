import type { Attachment, Email } from 'postal-mime';

/** What a mail server says of an e-mail that it could not deliver (RFC 3464). */
export type DeliveryReport = {
  /** It will not be delivered. False for a delay, and for news of a delivery. */
  isFailure: boolean;
  /** The mail server's own words. */
  detail: string;
  /** Parts in which the e-mail is named, or given in whole. */
  named: string[];
};

/** How much of the e-mail that came back is read: its headers. */
const headBytes = 64 * 1024;

/** The report that an e-mail is; null for one that is none. */
export function readDeliveryReport({ headers, attachments }: Pick<Email, 'headers' | 'attachments'>): DeliveryReport | null {
  const type = headers.find(({ key }) => key === 'content-type')?.value.toLowerCase() ?? '';
  const status = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  if (!type.startsWith('multipart/report') || !status) return null;
  const text = headOf(status);
  const fields = [...text.matchAll(/^(action|status|diagnostic-code)\s*:\s*(.{0,500})/gim)];
  const fieldOf = (name: string) => fields.find(([, key]) => key?.toLowerCase() === name)?.[2]?.trim() ?? '';
  const original = attachments.filter(({ mimeType }) => ['message/rfc822', 'text/rfc822-headers'].includes(mimeType));
  return {
    isFailure: fieldOf('action').toLowerCase() === 'failed' && fieldOf('status').startsWith('5'),
    detail: fieldOf('diagnostic-code') || fieldOf('status'),
    named: [
      ...original.map(headOf).flatMap((head) => /^message-id\s*:\s*(.{0,500})/im.exec(head)?.[1] ?? []),
      ...headers.filter(({ key }) => key === 'in-reply-to' || key === 'references').map(({ value }) => value),
    ],
  };
}

function headOf({ content }: Attachment): string {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);
  return bytes.subarray(0, headBytes).toString('latin1');
}
