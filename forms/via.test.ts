// Protects: a link can put a name on our page, and no message.
import { expect, test } from 'vitest';
import { makePartnerCode } from '#server/claims/sources/partners.ts';
import { readVia } from './via.ts';

test.each([
  ['Northside Garage', 'Northside Garage'],
  ["  O'Neil   & Sons (Barking) ", "O'Neil & Sons (Barking)"],
  ['St. Mary’s Motors', 'St. Mary’s Motors'],
  ['247 Taxis', '247 Taxis'],
  ['Müller-Lüdenscheidt', 'Müller-Lüdenscheidt'],
  ['Ｗａｌｔｈａｍ', 'Waltham'],
  ['Calloway Cars', 'Calloway Cars'],
  ['Pride & Sons Bros. Ltd.', 'Pride & Sons Bros. Ltd.'],
  ['Łódź Ørsted Straße', 'Łódź Ørsted Straße'],
  ['Nguyễn Ŵyn Ștefan', 'Nguyễn Ŵyn Ștefan'],
  ['Used Cars 4U', 'Used Cars 4U'],
  ['One Stop Oil', 'One Stop Oil'],
  ['Seven Kings A13 Bodyshop', 'Seven Kings A13 Bodyshop'],
])('%s is a name', (given, text) => {
  expect(readVia(given)).toEqual({ kind: 'name', text });
});

test.each([
  'Call 0900 123',
  'Ring us now',
  'Approved by your insurer',
  'ＡＰＰＲＯＶＥＤ by Aviva',
  'Recommended by the Police',
  'www.example.com',
  'example.com',
  'someone@example.com',
  'https://example.com',
  '07700 900123',
  '0 9 0 0',
  'Аviva',
  '<b>Bold</b>',
  'Line\u202eback',
  'Z̵̡̛a̶l̷g̸o̵',
  '२४७ Taxis',
  '☎ Garage',
  // Accents, small capitals and digits in place of letters.
  'Càll thís number',
  'ᴄᴀʟʟ ᴜs',
  'ᴀviva',
  'Rıng now',
  'Ca11 now',
  'P0lice',
  'Calling now',
  // Numbers in words, or with letters in place of digits.
  'Zero eight zero zero',
  'oh-nine-double-one',
  'O8OO IIO',
  'l2 o3 i4',
  // Addresses that are spelt out, and sentences.
  'acme dot com',
  'acme . com',
  'acme. com',
  'www acme com',
  'acme co uk',
  'Northside. Fees apply',
  'Fraudsters',
  'NHS',
  'A',
  '',
  '…',
  'x'.repeat(41),
  'x'.repeat(100_000),
  '1234',
  null,
  undefined,
  7,
  ['Northside Garage'],
  { via: 'Northside Garage' },
])('%s is ignored', (given) => {
  expect(readVia(given)).toBeNull();
});

test('a code is read as it may be typed from a card, and is taken for no name', () => {
  for (const typed of ['K7M4P9', 'k7m4p9', 'k7m 4p9', 'K7-M4-P9'])
    expect(readVia(typed)).toEqual({ kind: 'code', text: 'K7M4P9' });
  for (let count = 0; count < 1_000; count += 1) {
    const code = makePartnerCode();
    expect(code).not.toMatch(/[BILOSUVZ01258]/);
    expect(readVia(code)).toEqual({ kind: 'code', text: code });
  }
  // Words of the same letters.
  for (const name of ['GARAGE', 'HARRY', 'M4P']) expect(readVia(name)).toEqual({ kind: 'name', text: name });
});
