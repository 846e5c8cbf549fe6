// Protects: one network cannot fill the store.
import { expect, test } from 'vitest';
import { contact } from '#forms/contact.ts';
import { minute } from '#forms/durations.ts';
import type { SentSubmission } from '../stored-submission.ts';
import { createLimits, storedAllowances } from './limits.ts';

/** Sends submissions to the limits, each with answers of its own, and counts the bytes of those that are admitted. */
function createSender() {
  const limits = createLimits();
  let count = 0;
  let bytes = 0;
  return {
    bytes: () => bytes,
    /** Whether one with so long a message is admitted. */
    send: (address: string, length: number, createdAt: number): boolean => {
      count += 1;
      const data = { name: 'A', email: `p${count}@example.com`, phone: '', subject: `${count}`, message: 'x'.repeat(length) };
      const sent: SentSubmission = {
        id: `${count}`,
        reference: '',
        formName: contact.name,
        data,
        createdAt,
        dueAt: null,
        ownTargetAt: null,
        idempotencyKey: null,
        contentHash: `${count}`,
        cameBy: 'function',
      };
      const isAdmitted = limits.admit({ form: contact, address }, sent).kind === 'admitted';
      if (isAdmitted) bytes += length;
      return isAdmitted;
    },
  };
}

test('one address stores twice its budget of a day at most, however much it sends in that day', () => {
  const { send, bytes } = createSender();
  for (let at = 0; at < 24 * 60 * minute; at += 10 * minute)
    for (let index = 0; index < 30; index += 1) send('203.0.113.7', 90_000, at);
  expect(bytes()).toBeLessThan(2 * storedAllowances.client.burst);
  expect(send('203.0.113.8', 90_000, 24 * 60 * minute)).toBe(true);
});

test('so do the 65,536 networks of one customer with IPv6 together', () => {
  const { send, bytes } = createSender();
  for (let index = 0; index < 10_000; index += 1) send(`2001:db8:1:${index.toString(16)}::/64`, 90_000, index * 8_640);
  expect(bytes()).toBeLessThan(2 * storedAllowances.network.burst);
  expect(send('2001:db8:2:1::/64', 90_000, 0)).toBe(true);
});

test('an office whose sixty people send a long claim every five minutes is not limited', () => {
  const { send } = createSender();
  for (let at = 0; at < 10 * 60 * minute; at += 5 * minute)
    for (let person = 0; person < 60; person += 1) expect(send('198.51.100.9', 4_000, at)).toBe(true);
});
