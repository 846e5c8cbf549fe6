// Protects: a text is read in the characters that it was written in, whichever its program named.
import { expect, test } from 'vitest';
import { parseEmail } from './parse-email.ts';

const words = 'Mot café: £500';
const typeOf = (charset: string) => `Content-Type: text/plain; charset=${charset}\r\n`;

const meta = (charset: string) =>
  `<html><head><meta http-equiv="Content-Type" content="text/html; charset=${charset}"></head><body>`;

test.each<[string, string, Buffer | string, string]>([
  // Old programs write one byte for each character.
  ...[
    '',
    'Content-Type: text/plain\r\n',
    'Content-Type: text/plain;\r\n\tformat=fixed\r\n',
    typeOf('iso-8859-1'),
    'Content-Type: text/plain;\r\n charset="iso-8859-1"\r\n',
    typeOf('us-ascii'),
    typeOf('utf-8'),
  ].map((header): [string, string, Buffer, string] => ['in one byte', header, Buffer.from(words, 'latin1'), words]),
  ['in one byte as =A3', 'Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n', '=A3500', '£500'],
  ...['', ...['us-ascii', '"iso-8859-1"', 'windows-1252', 'unknown-8bit', 'utf-8'].map(typeOf)].map(
    (header): [string, string, string, string] => ['in two bytes', header, words, words],
  ),
  ['in UTF-8 but for one', typeOf('utf-8'), Buffer.from('Â£500 \xa3', 'latin1'), '£500 \ufffd'],
  ['that look like UTF-8', typeOf('gb2312'), Buffer.from('c1aacda8', 'hex'), '联通'],
  ['of which two look like UTF-8', typeOf('iso-8859-2'), Buffer.from('SP\xd3\xa3KA', 'latin1'), 'SPÓŁKA'],
  ['of which two look like UTF-8', typeOf('windows-1252'), Buffer.from('REN\xc9\x92S CAR', 'latin1'), 'RENÉ’S CAR'],
  ['in two bytes', typeOf('iso-8859-1'), 'Łukasz', 'Łukasz'],
  ['in three bytes', typeOf('iso-8859-1'), '€500', '€500'],
  ['that the HTML names', 'Content-Type: text/html\r\n', Buffer.from(`${meta('iso-8859-2')}Przesy\xb3am`, 'latin1'), 'Przesyłam'],
  ['that the HTML names wrongly', 'Content-Type: text/html\r\n', `${meta('iso-8859-2')}Przesyłam`, 'Przesyłam'],
  ['that the HTML cannot be in', 'Content-Type: text/html\r\n', `${meta('utf-16')}Hello`, 'Hello'],
])('characters %s under "%s"', async (_, header, text, expected) => {
  const head = Buffer.from(`From: a@b.example\r\n${header}\r\n`);
  expect((await parseEmail(Buffer.concat([head, Buffer.from(text)]), null)).text).toBe(expected);
});

test('headers are read in one byte for each character where they cannot be UTF-8', async () => {
  const head =
    'From: Ren\xe9 <a@b.example>\r\nSubject: Caf\xe9 \x80500\r\nContent-Type: multipart/mixed; boundary=m\r\n\r\n--m\r\n';
  const file =
    'Content-Type: application/pdf\r\nContent-Disposition: attachment; filename="Sch\xe4den.pdf"\r\n\r\n%PDF-\r\n--m--';
  const { fromName, from, subject, files } = await parseEmail(Buffer.from(head + file, 'latin1'), null);
  expect([fromName, from, subject, files[0]?.name]).toEqual(['René', 'a@b.example', 'Café €500', 'Schäden.pdf']);
});
