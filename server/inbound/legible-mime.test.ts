// Protects: a text is read in the characters that it was written in, whichever its program named.
import { expect, test } from 'vitest';
import { parseEmail } from './parse-email.ts';

const words = 'Mot café: £500';
const typeOf = (charset: string) => `Content-Type: text/plain; charset=${charset}\r\n`;

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
])('characters %s under "%s"', async (_, header, text, expected) => {
  const head = Buffer.from(`From: a@b.example\r\n${header}\r\n`);
  expect((await parseEmail(Buffer.concat([head, Buffer.from(text)]), null)).text).toBe(expected);
});
