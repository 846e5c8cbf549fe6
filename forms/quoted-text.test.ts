// Protects: what an e-mail quotes is folded, and no word of its sender is.
import { expect, test } from 'vitest';
import { foldQuotes } from './quoted-text.ts';

const quote = '> We need photographs.\n> Olu';

test.each([
  [
    'with marks',
    `Here they are.\n\nOn Mon, 23 Nov 2026 at 10:00, Kerbside <claims@kerbside.example> wrote:\n${quote}`,
    'Here they are.',
  ],
  ['without marks', 'Here they are.\n\n-----Original Message-----\nFrom: Kerbside\nWe need photographs.', 'Here they are.'],
  [
    'under a line that is broken',
    `Yes.\n\nOn Mon, 23 Nov 2026 at 10:00, Kerbside\n<claims@kerbside.example> wrote:\n\n${quote}`,
    'Yes.\n\nOn Mon, 23 Nov 2026 at 10:00, Kerbside\n<claims@kerbside.example> wrote:',
  ],
  ['in Polish', `Tak.\n\nW dniu 23.11.2026 o 10:00, Kerbside pisze:\n${quote}`, 'Tak.'],
])('a quote %s is folded', (_, text, own) => {
  const folded = foldQuotes(text);
  expect(folded.own).toBe(own);
  expect(folded.quoted).toContain('We need photographs.');
});

test.each([
  ['no quote', 'The garage is in Leeds.\n> is not a sign here\nIndeed.'],
  ['answers between quoted lines', `Hello\n\nOn Mon, Kerbside wrote:\n> Where?\nIn Leeds.\n> When?\nToday.`],
  ['a quote first', `On Mon, Kerbside wrote:\n${quote}\n\nHere they are.`],
  ['nothing but a quote', quote],
])('a text with %s stays whole', (_, text) => {
  expect(foldQuotes(text)).toEqual({ own: text, quoted: '' });
});

test('an answer before the last quoted lines is not folded with them', () => {
  expect(foldQuotes('Hello\n\nOn Mon, Kerbside wrote:\n> Where?\nIn Leeds.\n> When?')).toEqual({
    own: 'Hello\n\nOn Mon, Kerbside wrote:\n> Where?\nIn Leeds.',
    quoted: '> When?',
  });
});
