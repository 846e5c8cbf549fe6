// Protects: every number that somebody types is read as the one number it is, and what is none as none.
import { expect, test } from 'vitest';
import { phoneInLine, phoneNumbersIn, phoneViewOf, withNationalNumbers } from './phone-numbers.ts';

/** What is typed, and the numbers in it. */
const typed: Record<string, string> = {
  // The same mobile, from everybody's keyboard.
  '07700 900123': '+447700900123',
  '+44 07700 900123': '+447700900123',
  '+44 (0)7700 900123': '+447700900123',
  '(+44) 7700-900-123': '+447700900123',
  '+ 44 7700 900123': '+447700900123',
  '0044 7700 900123': '+447700900123',
  '0044 (0) 7700 900123': '+447700900123',
  '447700900123': '+447700900123',
  '44 (0)7700 900123': '+447700900123',
  '7700900123': '+447700900123',
  '2079460018': '+442079460018',
  'O7700 900123': '+447700900123',
  '0 7 7 0 0 9 0 0 1 2 3': '+447700900123',
  '07700.900.123': '+447700900123',
  '07700\u00a0900\u2011123': '+447700900123',
  '\u202a+44 7700 900123\u202c': '+447700900123',
  '٠٧٧٠٠ ٩٠٠١٢٣': '+447700900123',
  '۰۷۷۰۰ ۹۰۰۱۲۳': '+447700900123',
  '০৭৭০০ ৯০০১২৩': '+447700900123',
  '੦੭੭੦੦ ੯੦੦੧੨੩': '+447700900123',
  '０７７００　９００１２３': '+447700900123',
  '＋４４ ７７００ ９００１２３': '+447700900123',
  '𝟎𝟕𝟕𝟎𝟎 𝟗𝟎𝟎𝟏𝟐𝟑': '+447700900123',
  // Words beside it.
  'Text me on 07700 900123': '+447700900123',
  'نمبر ۰۷۷۰۰۹۰۰۱۲۳ شام 6 بجے کے بعد': '+447700900123',
  Tel07700900123: '+447700900123',
  '07700 900123 after 6pm': '+447700900123',
  '020 7946 0018 6pm': '+442079460018',
  '07700 900123 9am-5pm': '+447700900123',
  '07700 900123 18:30': '+447700900123',
  'Reg LX21 020 7946 0018': '+442079460018',
  '07700 900123 (my wife, 2 children)': '+447700900123',
  // Extensions.
  '03069 990707 ext. 12': '+443069990707;12',
  '03069 990707 x12': '+443069990707;12',
  '03069 990707 (ext 12)': '+443069990707;12',
  '03069 990707 #12': '+443069990707;12',
  '03069 990707, extension: 12': '+443069990707;12',
  '٠٢٠ ٧٩٤٦ ٠٠١٨ ext ١٢': '+442079460018;12',
  '020 7946 0018 x12 020 7946 0019': '+442079460018;12 +442079460019',
  // Two in one line.
  '020 7946 0018, 020 7946 0019': '+442079460018 +442079460019',
  '020 7946 0018 020 7946 0019': '+442079460018 +442079460019',
  '07700900123/07700900124': '+447700900123 +447700900124',
  '+49 30 123456 07700 900123': '+4930123456 +447700900123',
  '07700 900123 or +44 7700 900123': '+447700900123',
  // Other countries, and what is nearly another.
  '+353 (0)85 012 3456': '+353850123456',
  '00353 85 012 3456': '+353850123456',
  '353850123456': '+353850123456',
  '085 012 3456': '+353850123456',
  '048 9018 0123': '+442890180123',
  '028 9018 0123': '+442890180123',
  '+48 (0)22 000 00 00': '+48220000000',
  '+39 06 1234 5678': '+390612345678',
  '+92 0300 1234567': '+923001234567',
  '+49 30/123456': '+4930123456',
  '07781 123456': '+447781123456',
  '07797 712345': '+447797712345',
  '07624 123456': '+447624123456',
  '07911 123456': '+447911123456',
  '01632 960001': '+441632960001',
  '0115 496 0001': '+441154960001',
  '0800 1111': '+448001111',
  // None.
  '': '',
  none: '',
  '12': '',
  '900123': '',
  '07700 90012': '',
  '01.02.2026 14:30': '',
  '2026-11-29': '',
  '29-11-2026 14:30': '',
  'LX21 ABC, paid 450.00 on 12/11/2026': '',
  'javascript:alert(1)': '',
};

test.each(Object.entries(typed))('%s', (text, numbers) => {
  const seen = phoneNumbersIn(text).map(({ e164, extension }) => [e164, extension].filter(Boolean).join(';'));
  expect(seen.join(' ')).toBe(numbers);
});

test('a number says which piece of the text it was', () => {
  const text = '🚗 ٠٧٧٠٠ ٩٠٠١٢٣ after 6pm, office 020 7946 0018 ext 12';
  expect(phoneNumbersIn(text).map((one) => one.typed)).toEqual(['٠٧٧٠٠ ٩٠٠١٢٣', '020 7946 0018 ext 12']);
});

test('a list for a British office has British numbers with their 0 and spaces, foreign ones with 00, and all other words', () => {
  expect(withNationalNumbers('+447700900101')).toBe('07700 900101');
  expect(withNationalNumbers('(020)79460018')).toBe('020 7946 0018');
  expect(withNationalNumbers('+353 (0)85 012 3456')).toBe('00353 85 012 3456');
  expect(withNationalNumbers('🚗 ٠٧٧٠٠٩٠٠١٢٣ after 6pm; 442079460018#12!')).toBe(
    '🚗 07700 900123 after 6pm; 020 7946 0018 ext. 12!',
  );
  expect(withNationalNumbers('12 High Street')).toBe('12 High Street');
});

test.each([
  ['نمبر ۰۷۷۰۰ ۹۰۰۱۲۳ یا 020 7946 0018 x12 after 6pm', '07700 900123, 020 7946 0018 ext. 12'],
  ['+447700900101', '+447700900101'],
  ['فون نہیں ہے', 'فون نہیں ہے'],
])('in one line of a list %s is %s, whose groups no other script turns round', (typed, shown) => {
  expect(phoneInLine(typed)).toBe(shown);
});

test('each number has its own links, with its extension, and what was typed is told where it is more', () => {
  const mobile = {
    shown: '07700 900123',
    call: 'tel:+447700900123',
    sms: 'sms:+447700900123',
    whatsapp: 'https://wa.me/447700900123',
  };
  const office = { shown: '020 7946 0018 ext. 12', call: 'tel:+442079460018;ext=12', sms: null, whatsapp: null };
  expect(phoneViewOf('٠٧٧٠٠ ٩٠٠١٢٣, 020 7946 0018 x12')).toEqual({ numbers: [mobile, office], words: '' });
  expect(phoneViewOf('+44 (0)7700 900123 after 6pm')).toEqual({ numbers: [mobile], words: '+44 (0)7700 900123 after 6pm' });
  expect(phoneViewOf('+353 (0)85 012 3456').numbers).toMatchObject([{ shown: '00353 85 012 3456', call: 'tel:+353850123456' }]);
  for (const words of ['900123', 'none', 'javascript:alert(1)']) expect(phoneViewOf(words)).toEqual({ numbers: [], words });
  expect(phoneViewOf(' ')).toEqual({ numbers: [], words: '' });
});

test('a text that a script made of digits that are divided in two ways is read at once, and few of its numbers are shown', () => {
  const text = Array.from({ length: 5_000 }, (_, index) => `0770 0${900_000 + index}`).join(' ');
  const start = performance.now();
  expect(phoneNumbersIn(text)[0]?.typed).toBe('0770 0900000');
  expect(withNationalNumbers(text)).toMatch(/^07700 900000 .* 0770 0904999$/);
  const { numbers, words } = phoneViewOf(text);
  expect([numbers.length, words]).toEqual([20, text]);
  expect(performance.now() - start).toBeLessThan(2_000);
});

test('of a text that a script made of thousands of numbers abroad only the first are looked up', () => {
  const numbers = Array.from({ length: 3_000 }, (_, index) => `+48 22 ${1_000_000 + index}`);
  expect(phoneNumbersIn(numbers.join(', ')).at(-1)?.typed).toBe('+48 22 1000199');
});
