// Protects: an address to reply to is safe in a header, and a domain has one spelling.
import { expect, test } from 'vitest';
import { replyAddress } from './reply-address.ts';

test('an ordinary address is used as typed', () => {
  for (const address of ["aoife.o'neil@example.com", 'lukasz.swiatek+claim@example.org', 'a@b.co'])
    expect(replyAddress(address)).toBe(address);
});

test('a domain in another script is written in ASCII', () => {
  expect(replyAddress('wang@例子.中国')).toBe('wang@xn--fsqu00a.xn--fiqs8s');
  expect(replyAddress('owain@przykład.pl')).toBe('owain@xn--przykad-rjb.pl');
});

test('there is no header for an address that a header cannot contain', () => {
  const odd = [
    '',
    'józef@example.pl',
    'a,b@example.com',
    '"a"@example.com',
    'a<b>@example.com',
    'a:b@example.com',
    'a\u0001@b.co',
  ];
  for (const address of [...odd, 'a\u0085b@b.co', '.a@b.co', 'a@b', 'a@ex\u0000.co', `${'x'.repeat(250)}@example.com`])
    expect(replyAddress(address), JSON.stringify(address)).toBeNull();
});

test('one domain has one spelling, without the dot at its end, and a number is none', () => {
  expect(replyAddress('aoife@example.com.')).toBe('aoife@example.com');
  for (const address of ['a@127.0.0.1', 'a@0x7f.1', 'a@[127.0.0.1]', 'a@co.']) expect(replyAddress(address), address).toBeNull();
});
