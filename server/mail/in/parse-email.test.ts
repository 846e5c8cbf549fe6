// Protects: whatever somebody sends, reading it ends, yields text alone, and holds up nobody else.
import { expect, test } from 'vitest';
import { mimeEmail } from '#testing/fixtures/mime-email.ts';
import { waitLimitMs } from '#testing/until.ts';
import { idsIn, parseEmail } from './parse-email.ts';
import { readMime, Unreadable } from './read-mime.ts';

const file = { name: 'a.pdf', type: 'application/pdf', bytes: Buffer.from('x') };

test.each([
  ['nothing', ''],
  ['no header', '\r\n\r\nHello'],
  ['noise', Buffer.from(Array.from({ length: 20_000 }, (_, index) => (index * 7919) % 256))],
  ['a boundary that never ends', 'Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\nHello'],
  ['an unknown charset', 'From: a@b.example\r\nContent-Type: text/plain; charset=klingon-8\r\n\r\nHello'],
  ['broken base64', 'From: a@b.example\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n@@@@===='],
  ['NUL and half characters', 'From: a@b.example\r\nSubject: a\0b\r\n\r\nx\0y\ud800'],
  [
    'NUL in ids and addresses',
    'From: a\0@b.example\r\nTo: c\0@d.example\r\nMessage-ID: <a\0b@c>\r\nIn-Reply-To: <d\0@e>\r\n\r\nHello',
  ],
  ['a sender of a thousand addresses', `From: ${'a@b.example, '.repeat(1_000)}c@d.example\r\n\r\nHello`],
])('%s is read, and what is stored has no character that a database refuses', async (_, raw) => {
  const email = await parseEmail(Buffer.from(raw as string), 'mx.kerbside.example');
  expect(JSON.stringify(email)).not.toContain('\\u0000');
  expect([email.text.isWellFormed(), email.isSenderProven]).toEqual([true, false]);
});

test.each([
  ['nested deeper than any e-mail', nested(200)],
  ['with headers longer than any e-mail has', `From: a@b.example\r\n${'X-A: b\r\n'.repeat(60_000)}\r\nHello`],
])('one %s is unreadable, and that is all', async (_, raw) => {
  await expect(parseEmail(Buffer.from(raw), null)).rejects.toThrow(Unreadable);
});

test('a long one is read in a process of its own, which ends when it takes too long or too much memory', async () => {
  const raw = mimeEmail({ text: 'word '.repeat(20_000), files: [file] });
  const limits = { timeMs: waitLimitMs, processorSeconds: 60, memoryKb: 1_400_000, heapMb: 256 };
  const { text, attachments } = await readMime(raw, limits);
  expect([text?.slice(0, 9), Buffer.from(attachments[0]?.content as Uint8Array).toString()]).toEqual(['word word', 'x']);
  await expect(readMime(raw, { ...limits, timeMs: 0 })).rejects.toThrow('too long');
  await expect(readMime(mimeEmail({ text: 'a\r\n'.repeat(300_000) }), { ...limits, heapMb: 16 })).rejects.toThrow(Unreadable);
});

test('a text of many megabytes is cut, and says so', async () => {
  const email = await parseEmail(mimeEmail({ text: 'Hello '.repeat(500_000) }), null);
  expect([email.text.length, email.isCut]).toEqual([100_000, true]);
});

test('of one that takes too much memory there is the beginning, and it says so', async () => {
  const lines = `${'Hello '.repeat(100_000)}\r\n`.repeat(2) + 'a\r\n'.repeat(500_000);
  const limits = { timeMs: waitLimitMs, processorSeconds: 60, memoryKb: 1_400_000, heapMb: 32 };
  const { text, files, isCut } = await parseEmail(mimeEmail({ text: lines, files: [file] }), null, limits);
  expect([text.slice(0, 11), text.slice(100_002), files, isCut]).toEqual([
    'Hello Hello',
    '[This email is too long to be read here as a whole. This is its beginning; the rest is in the email as it came.]',
    [],
    false,
  ]);
});

test('only what looks like a Message-ID gets into a header of ours', () => {
  expect(idsIn('<a@b.example> <x y@z> <evil\r\nBcc: v@w.example> <c@d.example> <no-at>')).toEqual([
    '<a@b.example>',
    '<c@d.example>',
  ]);
  expect(idsIn(`<${'a'.repeat(500)}@b.example>`)).toEqual([]);
});

function nested(depth: number): string {
  const parts = Array.from({ length: depth }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`);
  return `From: a@b.example\r\n${parts.join('')}Content-Type: text/plain\r\n\r\nHello`;
}

const calendars = mimeEmail({
  files: Array.from({ length: 500 }, (_, at) => ({
    name: at % 2 ? 'a.ics' : '',
    type: 'text/calendar',
    bytes: Buffer.from(`${at} `.repeat(4_000)),
  })),
});

test.each([
  [
    'a report with a line that nearly ends',
    mimeEmail({ report: { action: `failed\r\nX:${' '.repeat(65_000)}x\u2028x`, status: '5.1.1', returned: '' } }),
  ],
  [
    'five hundred calendars, of which each other one is a form of the text',
    Buffer.from(calendars.toString().replaceAll('Content-Disposition: attachment; filename=""', 'Content-Disposition: inline')),
  ],
])('%s holds up nobody else', async (_, raw) => {
  const began = process.threadCpuUsage();
  await parseEmail(raw, null);
  const { user, system } = process.threadCpuUsage(began);
  expect(user + system).toBeLessThan(1_000_000);
});
