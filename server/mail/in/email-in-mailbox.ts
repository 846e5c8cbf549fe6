import type { FetchMessageObject, FetchQueryObject, ImapFlow, SearchObject } from 'imapflow';
import type { Unread } from './imap-cursor.ts';
import { maxEmailBytes } from './receive-inbound.ts';

/** The numbers of what is unread, in their order. */
export async function unreadIn(client: ImapFlow, { uid: last, since }: Unread): Promise<number[]> {
  const uid = `${last + 1}:*`;
  const all = await search(client, { uid });
  const recent = since && last + 1 < since.below ? new Set(await search(client, { uid, since: new Date(since.at) })) : null;
  // A range that ends with * has the last one also where that is before its beginning.
  return all.filter((one) => one > last && (!recent || one >= (since?.below ?? 0) || recent.has(one)));
}

async function search(client: ImapFlow, query: SearchObject): Promise<number[]> {
  const found = await client.search(query, { uid: true });
  if (!found) throw new Error('The mail server did not search the mailbox.');
  return found;
}

/**
 * Downloads an e-mail without marking it as read, and says when it arrived there; null where it is not in the mailbox any more. Of one that
 * is too long its beginning comes, and more where the server does not know how to cut it.
 */
export async function downloadEmail(client: ImapFlow, uid: number): Promise<{ raw: Buffer; arrivedAt: number } | null> {
  const email = await fetchOne(client, uid, { internalDate: true, source: { maxLength: maxEmailBytes + 1 } });
  if (!email) return null;
  if (!email.source?.length) throw new Error('The mail server gave an empty email.');
  return { raw: email.source.subarray(0, maxEmailBytes + 1), arrivedAt: new Date(email.internalDate ?? 0).getTime() || 0 };
}

/** What is kept in the place of an e-mail that was tried again and again, so that it does not hold up those after it. */
export async function noteOnUnreadable(client: ImapFlow, uid: number): Promise<Buffer> {
  const headers = await headersOf(client, uid).catch(() => null);
  const text = `This email could not be read. It is in the mailbox, under the number ${uid}.`;
  return noteOn(headers ?? Buffer.from('Subject: An email that cannot be read'), text);
}

async function headersOf(client: ImapFlow, uid: number): Promise<Buffer | null> {
  const email = await fetchOne(client, uid, { headers: true });
  return email ? (email.headers ?? null) : null;
}

/**
 * What the server says of one e-mail, in one answer or several: the first word on each part of it. It may say anything of others meanwhile, and of this one
 * again and again: nothing of that is kept.
 */
async function fetchOne(client: ImapFlow, uid: number, query: FetchQueryObject): Promise<FetchMessageObject | null> {
  let found = null as FetchMessageObject | null;
  for await (const email of client.fetch(String(uid), query, { uid: true }))
    if (email.uid === uid) found = { ...email, ...found };
  return found;
}

/** The headers of an e-mail with our words as its text, so that it comes to its claim or into the tray. */
export function noteOn(headers: Buffer, text: string): Buffer {
  const lines = headers.toString('latin1').split(/\r?\n(?![ \t])/);
  const plain = lines.filter((line) => line.trim() !== '' && !/^(content-|mime-version)/i.test(line));
  return Buffer.from(`${plain.join('\r\n')}\r\n\r\n${text}\r\n`, 'latin1');
}
