// Protects: a number as people type it can be called and opened in WhatsApp.
import { expect, test } from 'vitest';
import { callLink, whatsappLink } from './phone-links.ts';

test('a number as people type it can be called', () => {
  expect(callLink('07700 900123')).toBe('tel:07700900123');
  expect(callLink('+44 (0)20 7946 0123')).toBe('tel:+442079460123');
  expect(callLink('(020) 7946 0123')).toBe('tel:02079460123');
  expect(callLink('020\u00a07946\u00a00505')).toBe('tel:02079460505');
  expect(callLink('03069 990707 ext. 12')).toBe('tel:03069990707;ext=12');
  expect(callLink('03069 990707 x12')).toBe('tel:03069990707;ext=12');
  expect(callLink('none')).toBeNull();
  expect(callLink('javascript:alert(1)')).toBeNull();
});

test('WhatsApp gets the number with its country', () => {
  expect(whatsappLink('07700 900123')).toBe('https://wa.me/447700900123');
  expect(whatsappLink('+48 22 000 00 00')).toBe('https://wa.me/48220000000');
  expect(whatsappLink('0048 22 000 00 00')).toBe('https://wa.me/48220000000');
  expect(whatsappLink('+44 (0)7700 900123')).toBe('https://wa.me/447700900123');
  expect(whatsappLink('900123')).toBeNull();
});
