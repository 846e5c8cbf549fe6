// Protects: what a visitor typed cannot add a header to an e-mail that staff write.
import { expect, test } from 'vitest';
import { mailLink } from './submission-head.tsx';

test('nothing that was typed becomes a header of the mail', () => {
  expect(mailLink("aoife.o'neil@example.com", '7F4M-9TQX')).toBe(
    "mailto:aoife.o'neil@example.com?subject=Your%20reference%207F4M-9TQX",
  );
  expect(mailLink('a@b.c?bcc=x@y.z', '7F4M-9TQX')).toBe('mailto:a@b.c%3Fbcc%3Dx%40y.z?subject=Your%20reference%207F4M-9TQX');
  expect(mailLink('', '7F4M-9TQX')).toBeNull();
});
