// Protects: addresses are told from other text, in linear time.
import { expect, test } from 'vitest';
import { startProcessorClock } from '#testing/processor-time.ts';
import { isEmailShaped } from './email-shape.ts';

test.each(['harpreet@example.com', "aoife.o'neil@example.com", 'b@e.example', '小明@例子.公司', 'a+b@c.d.e', 'x@..y', '"@b.c'])(
  '%s has the shape of an address',
  (text) => {
    expect(isEmailShaped(text)).toBe(true);
  },
);

test.each(['', 'someone', 'someone@nowhere', '@b.c', 'a@.c', 'a@b.', 'a@@b.c', 'a@b@c.d', 'a b@c.d', 'a@b.c\n', 'a@b. c'])(
  '%j has not',
  (text) => {
    expect(isEmailShaped(text)).toBe(false);
  },
);

test('a hundred thousand dots are judged at once', () => {
  const processorMs = startProcessorClock();
  isEmailShaped(`a@${'.'.repeat(100_000)}`);
  isEmailShaped(`${'.@'.repeat(50_000)}`);
  expect(processorMs()).toBeLessThan(1_000);
});
