import { expect, test } from 'vitest';
import { callLink, mailLink, whatsappLink } from './submission-head.tsx';

test('a number as people type it can be called', () => {
  expect(callLink('07700 900123')).toBe('tel:07700900123');
  expect(callLink('+44 (0)20 7946 0123')).toBe('tel:+4402079460123');
  expect(callLink('020\u00a07946\u00a00505')).toBe('tel:02079460505');
  expect(callLink('none')).toBeNull();
  expect(callLink('javascript:alert(1)')).toBeNull();
});

test('WhatsApp gets the number with its country', () => {
  expect(whatsappLink('07700 900123')).toBe('https://wa.me/447700900123');
  expect(whatsappLink('+48 22 000 00 00')).toBe('https://wa.me/48220000000');
  expect(whatsappLink('0048 22 000 00 00')).toBe('https://wa.me/48220000000');
  expect(whatsappLink('900123')).toBeNull();
});

test('nothing that was typed becomes a header of the mail', () => {
  expect(mailLink("aoife.o'neil@example.com", '7F4M-9TQX')).toBe(
    "mailto:aoife.o'neil@example.com?subject=Your%20reference%207F4M-9TQX",
  );
  expect(mailLink('a@b.c?bcc=x@y.z', '7F4M-9TQX')).toBe('mailto:a@b.c%3Fbcc%3Dx%40y.z?subject=Your%20reference%207F4M-9TQX');
  expect(mailLink('', '7F4M-9TQX')).toBeNull();
});
